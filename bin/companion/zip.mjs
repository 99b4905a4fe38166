// Writes zip files that depend on nothing but their content: sorted names, one time, no attributes of the machine.

import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the earliest time that a zip file can name. */
const dosTime = 0;
const dosDate = 0x21;
const version = 20;
const deflated = 8;
const utf8Names = 0x0800;

/** The bytes of a zip file with these files. */
export function zipOf(files) {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of sorted) {
    const nameBytes = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(version, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(deflated, 4);
    facts.writeUInt16LE(dosTime, 6);
    facts.writeUInt16LE(dosDate, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), facts, rest, nameBytes);
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(sorted.length, 4);
  end.writeUInt16LE(sorted.length, 6);
  end.writeUInt32LE(table.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, table, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
