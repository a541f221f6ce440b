import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { openAuthority } from '#test/support/certificates.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openSefin } from '#test/support/sefin.ts'
import { openSmtp } from '#test/support/smtp.ts'

/** A release shows 100: CLOSING_CRASH_CYCLES=100. */
const cycles = Number(process.env.CLOSING_CRASH_CYCLES ?? 2)
const clients = 24

const closer = await bundled('test/support/closer.ts')
afterAll(closer.remove)

test(
  'killed at any moment, with an emitter that is down and refuses, each bill has one note, one boleto and one mail',
  async () => {
    const authority = openAuthority()
    const own = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35')
    const sefin = await openSefin({ ...authority.issue('127.0.0.1'), ca: authority.pem })
    const smtp = await openSmtp(10)
    sefin.feel('refuses')
    await sefin.down()
    const back = after(15_000).then(sefin.up)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    writeFileSync(join(folder, 'ca.pem'), authority.pem)
    const env = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NFSE_TEST_URL: sefin.url,
      NFSE_CA: join(folder, 'ca.pem'),
      TEST_PFX: own.pfx.toString('base64'),
      TEST_PFX_PASSWORD: own.password,
      SMTP_URL: smtp.url,
    }
    try {
      const [said = ''] = await killAgain({ start: closer.start, cycles, within: [0, 1_500], env }, folder, server.url)
      expect(JSON.parse(said.replace('done ', ''))).toEqual({
        authorised: clients - clients / 4,
        rejected: clients / 4,
        noted: clients,
        slips: clients,
        slipped: clients,
        last_number: clients,
        mails: clients,
        mailed: clients,
        errors: 0,
      })
      expect(sefin.notes.size).toBe(clients - clients / 4)
      expect(new Set(smtp.heard.map(({ messageId }) => messageId)).size).toBe(clients)
    } finally {
      await back
      await sefin.close()
      await smtp.down()
      rmSync(folder, { recursive: true })
      await server.drop()
    }
  },
  240_000 + cycles * 30_000,
)
