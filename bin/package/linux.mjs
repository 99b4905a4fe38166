// Makes the ways for Linux from the tree: an archive, and a package for Debian and its relatives.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './tree.mjs';

const own = import.meta.dirname;

/** The same files always make the same bytes. */
export const makeArchive = ({ tree, to, epoch }) => {
  cpSync(path.join(own, 'archive-hangtag'), path.join(tree, 'hangtag'));
  chmodSync(path.join(tree, 'hangtag'), 0o755);
  const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const from = ['-C', path.dirname(tree), `--transform=s,^${path.basename(tree)},hangtag,S`, path.basename(tree)];
  run('tar', ['-cf', to, '--use-compress-program=gzip -n -6', ...same, ...from]);
  rmSync(path.join(tree, 'hangtag'));
};

/** Made from the unit that the hosting page shows, so that both have the same confinement. */
const unitOf = (source) =>
  readFileSync(path.join(source, 'docs/operations/hangtag.service'), 'utf8')
    .replace(/^#.*\n/, '')
    .replace(/^WorkingDirectory=.*$/m, 'WorkingDirectory=/var/lib/hangtag')
    .replace(
      /^EnvironmentFile=.*$/m,
      'Environment=DATA_DIR=/var/lib/hangtag\nEnvironmentFile=-/etc/hangtag/hangtag.env',
    )
    .replace(/^# Not npm start.*\n/m, '')
    .replace(/^ReadWritePaths=.*$/m, 'ReadWritePaths=/var/lib/hangtag')
    .replace(
      /^ExecStart=\S+ node (.*) bin\/run\.mjs start$/m,
      'ExecStart=/usr/lib/hangtag/node/bin/node $1 /usr/lib/hangtag/bin/hangtag.mjs start --service',
    );

const control = ({ version, architecture, kilobytes }) => `Package: hangtag
Version: ${version}
Architecture: ${architecture}
Maintainer: Hangtag <hangtag@hangtag.invalid>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, passwd, util-linux
Recommends: init-system-helpers, systemd
Section: web
Priority: optional
Description: shares a Poshmark closet at a human pace, and prices items
 Hangtag is a web app for Poshmark sellers. It runs as a service of its own
 on port 5000 of this machine, with its data in /var/lib/hangtag.
`;

/** `compression`: of dpkg-deb. Trials of an upgrade need none. */
export const makeDebian = ({ tree, source, to, version, architecture, epoch, compression = ['-Zxz', '-z3'] }) => {
  const root = `${tree}-debian`;
  rmSync(root, { recursive: true, force: true });
  const put = (file, content, mode = 0o644) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
    chmodSync(path.join(root, file), mode);
  };
  const given = (name) => readFileSync(path.join(own, 'debian', name));
  mkdirSync(path.join(root, 'usr/lib'), { recursive: true });
  run('cp', ['-al', tree, path.join(root, 'usr/lib/hangtag')]);
  put('usr/bin/hangtag', given('hangtag'), 0o755);
  put('usr/lib/systemd/system/hangtag.service', unitOf(source));
  put('etc/hangtag/hangtag.env', given('hangtag.env'));
  put('usr/share/doc/hangtag/copyright', readFileSync(path.join(source, 'LICENSE')));
  put('usr/share/doc/hangtag/changelog.gz', gzipSync(readFileSync(path.join(source, 'CHANGELOG.md')), { level: 9 }));
  put('usr/share/doc/hangtag/settings.txt', readFileSync(path.join(source, '.env.example')));
  const sizes = execFileSync('find', [root, '-type', 'f', '-printf', '%s\n'], { encoding: 'utf8' }).trim().split('\n');
  const kilobytes = sizes.reduce((sum, size) => sum + Math.ceil(Number(size) / 1024), 0);
  put('DEBIAN/control', control({ version, architecture, kilobytes }));
  put('DEBIAN/conffiles', '/etc/hangtag/hangtag.env\n');
  for (const name of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${name}`, given(name), 0o755);
  run('find', [root, '-exec', 'touch', '-h', '-d', `@${epoch}`, '{}', '+']);
  run('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, to], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  rmSync(root, { recursive: true });
};
