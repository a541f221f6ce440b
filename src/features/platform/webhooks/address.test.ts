import { describe, expect, test } from 'vitest'
import { addressTrouble, deliver } from '#features/platform/webhooks/address.server.ts'
import { openHookReceiver } from '#test/support/hook-receiver.ts'

describe('addresses of webhooks', () => {
  const refused = [
    'http://exemplo.com.br/',
    'ftp://exemplo.com.br/',
    'https://u:s@exemplo.com.br/',
    'não é',
    'https://localhost/',
    'https://a.localhost/',
    'https://localhost./',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.0.0.8/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[2001::1]/',
    'https://127.0.0.1:8443/',
  ]
  const allowed = [
    'https://exemplo.com.br/avisos',
    'https://exemplo.com.br:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ]

  test('inside are refused in every form, unless the installation names their host and port', () => {
    expect(refused.filter(url => addressTrouble(url, []) === null)).toEqual([])
    expect(allowed.filter(url => addressTrouble(url, []) !== null)).toEqual([])
    expect(addressTrouble('http://erp.interno:8080/x', ['erp.interno:8080'])).toBeNull()
    expect(addressTrouble('http://erp.interno:8081/x', ['erp.interno:8080'])).not.toBeNull()
  })

  test('a name is judged by what it resolves to as the connection is made', async () => {
    const inside = await openHookReceiver()
    const url = new URL(inside.url.replace('127.0.0.1', 'localhost'))
    const question = { method: 'POST', body: '{}' } as const
    await expect(deliver(url, question, [])).rejects.toThrow('leads to')
    expect(inside.messages).toEqual([])
    expect(await deliver(url, question, [url.host])).toMatchObject({ status: 204, body: '' })
    await inside.close()
  })
})
