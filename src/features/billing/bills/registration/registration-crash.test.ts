import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bundled } from '#test/support/bundled.ts'
import { openAsaasCharges } from '#test/support/charges.ts'
import { freshFolder, freshPostgresUrl } from '#test/support/databases.ts'
import { killAgain } from '#test/support/ordeal.ts'

/** A release shows 100: REGISTRATION_CRASH_CYCLES=100. */
const cycles = Number(process.env.REGISTRATION_CRASH_CYCLES ?? 3)
const patience = 120_000 + cycles * 30_000

const registrar = await bundled('test/support/registrar.ts')
afterAll(registrar.remove)

test(
  'killed at any moment each bill has exactly one charge that can be paid, and what was cancelled here has none',
  async () => {
    const token = randomBytes(24).toString('hex')
    const asaas = await openAsaasCharges(token)
    const folder = freshFolder()
    const server = await freshPostgresUrl()
    const env = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      ASAAS_URL: asaas.url,
      ASAAS_TEST_URL: '0',
      TEST_ASAAS_TOKEN: token,
    }
    const endless = { start: registrar.start, cycles, within: [0, 1_500], env, lastArguments: ['last'] } as const
    const said = (await killAgain(endless, folder, server.url)).at(-1)?.replace('done ', '') ?? ''
    const all: readonly { slip: string; external_id: string; payable: boolean }[] = JSON.parse(said)
    expect(all.length).toBeGreaterThanOrEqual(12)
    expect(all.filter(({ payable }) => !payable)).toEqual([])
    const live = asaas.charges.filter(({ deleted }) => !deleted)
    expect(live.map(({ id }) => id).toSorted()).toEqual(all.map(each => each.external_id).toSorted())
    expect(live.map(each => each.externalReference).toSorted()).toEqual(all.map(({ slip }) => slip).toSorted())
    await asaas.close()
    rmSync(folder, { recursive: true })
    await server.drop()
  },
  patience,
)
