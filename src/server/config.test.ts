import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { positive, featureSetting, readSettings, warningsOf } from '#server/config.ts'

const readConfig = (env: Readonly<Record<string, string>>) => readSettings(env, [])

test.each([
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL deve ser silent, error, warn, info ou debug (recebido: "verbose")'],
  [{ REQUESTS_PER_MINUTE: '1.5' }, 'REQUESTS_PER_MINUTE deve ser um número inteiro (recebido: "1.5")'],
  [{ PORT: '80.5' }, 'PORT deve ser um número inteiro (recebido: "80.5")'],
  [{ PORT: '70000' }, 'PORT deve estar entre 0 e 65535 (recebido: "70000")'],
  [{ ACCESS_TOKEN_SECONDS: '9.5' }, 'ACCESS_TOKEN_SECONDS deve ser um número inteiro de segundos (recebido: "9.5")'],
  [
    { MAIL_FROM: 'sem endereco' },
    'MAIL_FROM deve ser um e-mail, como Outorga <outorga@empresa.com.br> (recebido: "sem endereco")',
  ],
  [{ OUTORGA_URL: 'javascript:alert(1)' }, 'OUTORGA_URL deve ser só http(s):// e o nome, sem caminho'],
  [{ OUTORGA_URL: 'https://x.example/sub/path' }, 'OUTORGA_URL deve ser só http(s):// e o nome, sem caminho'],
  [{ OUTORGA_URL: 'https://x.example/?a=1' }, 'OUTORGA_URL deve ser só http(s):// e o nome, sem caminho'],
  [{ OUTORGA_URL: 'x.example' }, 'OUTORGA_URL deve ser um endereço'],
  [
    { DATABASE_URL: 'postgres://me:p@ss@host/x' },
    'DATABASE_URL tem @, / ou # na senha: escreva %40, %2F ou %23 no lugar (recebido: (oculto))',
  ],
  [{ DATABASE_URL: 'postgres://me:p/ss@host/x' }, 'DATABASE_URL tem @, / ou # na senha'],
  [{ DATABASE_URL: 'postgres://me:p#ss@host/x' }, 'DATABASE_URL tem @, / ou # na senha'],
  [{ TRUST_PROXY: 'sim' }, 'TRUST_PROXY deve ser o número de proxies à frente (1)'],
  [{ METRICS_TOKEN: 'curto' }, 'METRICS_TOKEN deve ter ao menos 16 caracteres, sem espaços (recebido: (oculto))'],
  [{ SMPT_URL: 'smtp://x' }, 'SMPT_URL não é uma configuração: você quis dizer SMTP_URL?'],
  [{ OUTORGA_DIR_DATA: '/x', TRUST_PROXI: '1' }, 'TRUST_PROXI não é uma configuração: você quis dizer TRUST_PROXY?'],
  [{ DATABASE_POOL: '1', DATABASE_URL: 'postgres://x/y' }, 'DATABASE_POOL deve ser 2 ou mais'],
  [{ OUTORGA_ROLE: 'worker' }, 'OUTORGA_ROLE deve ser all, web ou jobs (recebido: "worker")'],
  [{ OUTORGA_ROLE: 'jobs' }, 'OUTORGA_ROLE precisa de DATABASE_URL'],
  [{ DATABASE_READ_URL: 'postgres://x/y' }, 'DATABASE_READ_URL precisa de DATABASE_URL'],
  [{ DATABASE_URLS: 'x' }, 'DATABASE_URLS não é uma configuração: você quis dizer DATABASE_URL?'],
])('the settings %j are refused in Portuguese: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  { OUTORGA_URL: 'https://outorga.exemplo.com.br/' },
  { OUTORGA_URL: 'http://127.0.0.1:3000' },
  { MAIL_FROM: 'nome@casa.com.br' },
  { MAIL_FROM: 'Casa de Outorgas <nome@localhost>' },
  { DATABASE_URL: 'postgres://outorga@localhost/outorga' },
  { DATABASE_URL: 'postgres://me:p%40s%2Fs@host:5432/x?sslmode=require' },
  { DATABASE_URL: 'postgres:///x?host=/var/run/postgresql' },
  { TRUST_PROXY: 'loopback,10.0.0.0/8' },
  { DATABASE_URL: 'postgres://x/y', OUTORGA_ROLE: 'jobs', DATABASE_READ_URL: 'postgres://z/y', DATABASE_POOL: '40' },
  // Names an environment is full of, a letter or two from ours.
  { HOME: '/root', PATH: '/bin', HOSTNAME: 'x', HOSTS: 'x', PORTS: '1', npm_config_port: '1' },
  { SMTP_URL: 'smtp://x.example', SMPT_URL: 'of another program' },
])('the settings %j are taken', env => {
  expect(() => readConfig(env)).not.toThrow()
})

test('a secret may be in a file, and is read without its last line break', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-secrets-'))
  const file = join(folder, 'database')
  writeFileSync(file, 'postgres://me:segredo@host/x\n')
  expect(readConfig({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe('postgres://me:segredo@host/x')
  expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other/x' })).toThrow(
    'DATABASE_URL e DATABASE_URL_FILE dizem a mesma coisa: informe só um',
  )
  const none = join(folder, 'nada')
  expect(() => readConfig({ ADMIN_PASSWORD_FILE: none })).toThrow('ADMIN_PASSWORD_FILE aponta para um arquivo que não')
  writeFileSync(none, '\n')
  expect(() => readConfig({ SMTP_URL_FILE: none })).toThrow('SMTP_URL_FILE aponta para um arquivo vazio')
  rmSync(folder, { recursive: true })
})

test('a token that lives too short is warned of, the usual one is not', () => {
  expect(warningsOf(readConfig({ ACCESS_TOKEN_SECONDS: '4' }), '24.1.0')).toEqual([
    expect.stringContaining('ACCESS_TOKEN_SECONDS=4'),
  ])
  expect(warningsOf(readConfig({}), '24.1.0')).toEqual([])
})

test('a Node past its end is warned of in one line, and serves', () => {
  expect(['20.19.0', '21.7.3', '22.0.0', '24.21.0'].flatMap(node => warningsOf(readConfig({}), node))).toEqual([
    'Node 20.19.0: esta versão não recebe mais correções de segurança. Use o Node 24, ou o 22.',
    'Node 21.7.3: esta versão não recebe mais correções de segurança. Use o Node 24, ou o 22.',
  ])
})

test('a feature reads its own setting by the declaration; one in no list is a mistake of ours', () => {
  const days = featureSetting('KEPT_DAYS', positive.default(30), 'Days it is kept')
  expect(readSettings({}, [days]).of(days)).toBe(30)
  expect(readSettings({ KEPT_DAYS: '7' }, [days]).of(days)).toBe(7)
  expect(() => readSettings({ KEPT_DAYS: '0' }, [days])).toThrow('KEPT_DAYS deve ser maior que zero (recebido: "0")')
  expect(() => readSettings({ KEPT_DAY: '7' }, [days])).toThrow('você quis dizer KEPT_DAYS?')
  expect(() => readSettings({}, []).of(days)).toThrow('KEPT_DAYS is in no list of settings')
})
