import { expect, test } from 'vitest'
import { isPublicAddress, isThisMachine } from '#server/hosts.ts'

test.each([
  // Loopback, private, link-local, shared and unspecified networks.
  '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 :: fc00::1 fd12::1 fe80::1 fec0::1 feff::1',
  // Of protocols, of measurement, of documentation, multicast, and what nobody has.
  '192.0.0.8 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 2001:db8::1 3fff::1 3fff:fff::1 100::1 5f00::1 ff02::1 4000::1',
  // Ways into IPv4: mapped, compatible, translated, Teredo, 6to4.
  '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 64:ff9b:1:ffff::1 2001:0:53aa::1 2001:10::1 2001:20::1 2002:7f00:1::1 192.88.99.1',
  // No address at all.
  'localhost 127.1 ::g',
])('%s are of no public host', addresses => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

test('addresses of hosts anybody reaches are public', () => {
  const given =
    '8.8.8.8 200.160.2.3 172.15.255.255 172.32.0.1 192.88.98.1 192.89.99.1 223.255.255.255 2001:4860:4860::8888 2001:200::1 2001:12ff::1 2003::1 2800:3f0::1 2a00::1 3ffe::1'
  expect(given.split(' ').filter(each => !isPublicAddress(each))).toEqual([])
})

test('this machine is known by its whole name', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]'])
    expect([host, isThisMachine(host)]).toEqual([host, true])
  for (const host of [
    'localhost.evil.example',
    'localhost.',
    'notlocalhost',
    '127.evil.example',
    '127.0.0.1.example',
    '128.0.0.1',
    '[::2]',
    '::ffff:8.8.8.8',
    'mail',
    '',
  ])
    expect([host, isThisMachine(host)]).toEqual([host, false])
})
