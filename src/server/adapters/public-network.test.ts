import { expect, test } from 'vitest';
import { isPublicAddress } from './public-network.ts';

test.each('8.8.8.8 142.250.1.188 172.15.0.1 172.32.0.1 2a00:1450:4001::bc 2600:1f18::1'.split(' '))(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const others = `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
  192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 100::1
  fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: localhost`;
test.each(['', ...others.split(/\s+/)])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
