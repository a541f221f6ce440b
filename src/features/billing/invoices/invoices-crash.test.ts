import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { openAuthority } from '#test/support/certificates.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'
import { openSefin } from '#test/support/sefin.ts'

/** A release shows 100: INVOICE_CRASH_CYCLES=100. */
const cycles = Number(process.env.INVOICE_CRASH_CYCLES ?? 2)
const patience = 120_000 + cycles * 30_000

const issuer = await bundled('test/support/issuer.ts')
afterAll(issuer.remove)

test(
  'killed at any moment each note is one there and one here, without a gap in its numbers',
  async () => {
    const authority = openAuthority()
    const own = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35')
    const sefin = await openSefin({ ...authority.issue('127.0.0.1'), ca: authority.pem })
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    writeFileSync(join(folder, 'ca.pem'), authority.pem)
    const env = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NFSE_TEST_URL: sefin.url,
      NFSE_CA: join(folder, 'ca.pem'),
      TEST_PFX: own.pfx.toString('base64'),
      TEST_PFX_PASSWORD: own.password,
    }
    const endless = { start: issuer.start, cycles, within: [0, 1_500], env, lastArguments: ['last'] } as const
    const issued = (await killAgain(endless, folder, server.url)).at(-1)?.replace('done ', '') ?? ''
    const notes: readonly {
      number: number
      nfse_number: string
      state: string
      replaces: string | null
      replaced: string | null
    }[] = JSON.parse(issued)
    expect(notes.length).toBeGreaterThanOrEqual(12)
    expect(notes.map(({ number }) => number)).toEqual(notes.map((_, i) => i + 1))
    expect(new Set(notes.map(each => each.nfse_number)).size).toBe(notes.length)
    expect(sefin.notes.size).toBe(notes.length)
    // Each that another took the place of ended once, there and here, and by one.
    const replacing = notes.filter(({ replaces }) => replaces !== null)
    expect(replacing.length).toBeGreaterThan(0)
    expect(new Set(replacing.map(({ replaces }) => replaces)).size).toBe(replacing.length)
    expect(replacing.filter(({ replaced }) => replaced !== 'substituida')).toEqual([])
    expect([...sefin.replaced].toSorted()).toEqual(replacing.map(({ replaces }) => replaces).toSorted())
    expect(notes.filter(({ state }) => state === 'substituida')).toHaveLength(replacing.length)
    await sefin.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
