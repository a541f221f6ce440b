import { describe, expect, test } from 'vitest'
import { readReturn, type ReturnFile } from '#features/billing/bills/returns/cnab240.ts'
import {
  plannedLine,
  referencesOf,
  type KnownSlip,
  type PlannedLine,
  type PlanWorld,
} from '#features/billing/bills/returns/verdict.ts'
import { ruleOf, type SlipAccount } from '#features/billing/bills/slip/banks.ts'
import { returnFile, type MadeReturnLine } from '#test/support/bank-return.ts'
import { seeded } from '#test/support/random.ts'

// What is done to a good return on its way must never move money elsewhere: the file is refused, or the line waits for a person, or the
// money goes where the good file sent it. The boletos are as alike as monthly fees are: one value, one due day, numbers in a row.

const account = { agency: '4277', account: '0000006498', account_digit: '3', wallet: '1', agreement: '0172278' }
const accounts: Readonly<Record<string, SlipAccount>> = {
  '001': { ...account, account: '00006498', wallet: '17', agreement: '7654321' },
  '033': { ...account, account: '000006498', wallet: '101', agreement: '1234567' },
  '341': { ...account, account: '06498', wallet: '109' },
  '756': account,
}
const cents = 100_000
const payers = Array.from({ length: 130 }, (_, n) => String(11_222_333_000_100 + n * 7_919))

/** The boletos 1 to 130 of an account, each of a client of its own. */
function slipsOf(bank: string): ReadonlyMap<number, KnownSlip> {
  const [rule, own] = [ruleOf(bank), accounts[bank]]
  if (!rule || !own) throw new Error(bank)
  return new Map(
    payers.map((payer, i) => {
      const number = i + 1
      const { shown } = rule.number(own, String(number).padStart(rule.digits, '0'))
      const slip = { id: number, bill_id: number, number, shown, value: cents / 100, due_date: '2026-12-10', payer }
      return [number, { ...slip, next_due: null, cancelled: false }]
    }),
  )
}

/** A file of three to five titles in one or two lots, most of them paid, some late or with a discount. */
function goodFile(bank: string, slips: ReadonlyMap<number, KnownSlip>, seed: number): Buffer {
  const random = seeded(seed)
  const pick = (n: number) => Math.floor(random() * n)
  const numbers = new Set<number>()
  while (numbers.size < 3 + pick(3)) numbers.add(1 + pick(slips.size))
  const lines = [...numbers].map(number => {
    const { shown = '', payer = '' } = slips.get(number) ?? {}
    const [added_cents, discount_cents] = [pick(3) ? 0 : pick(2_000), pick(3) ? 0 : pick(2_000)]
    const paid_cents = cents + added_cents - discount_cents
    return { shown, payer, cents, movement: '06', motives: '06', paid_cents, added_cents, discount_cents }
  })
  const lots = pick(2) ? [lines.length] : [1, lines.length - 1]
  return returnFile(lines, { bank, lots, hasSums: pick(2) === 0 })
}

/** What would come of each line of a file, where none of the boletos is paid yet. */
function plansOf(file: ReturnFile, slips: ReadonlyMap<number, KnownSlip>): readonly PlannedLine[] {
  const bill = { name: '', downloaded: false, called_off: false, active: true }
  const numbers = file.lines.map(({ number }) => number).filter(number => slips.has(number))
  const world: PlanWorld = {
    own: '6498',
    slips,
    bills: new Map(numbers.map(id => [id, Object({ ...bill, id })])),
    known: new Set(),
    waiting: new Set(),
    left: new Map(numbers.map(id => [id, cents])),
  }
  const references = referencesOf(1, file.lines)
  return file.lines.map((line, i) => plannedLine(line, references[i] ?? '', world))
}

/** Cents that a file moves, by boleto; lines that wait for a person move none. */
function movedBy(file: ReturnFile, slips: ReadonlyMap<number, KnownSlip>): ReadonlyMap<number, number> {
  const moved = new Map<number, number>()
  for (const { verdict, slip, line } of plansOf(file, slips))
    if (verdict === 'recebe' && slip) moved.set(slip.number, (moved.get(slip.number) ?? 0) + line.paid_cents)
  return moved
}

/** Every byte lost, doubled and changed; every record lost, doubled, and swapped with each other; blanks at the ends cut off. */
function* mutantsOf(good: Buffer, seed: number, step: number): Generator<readonly [what: string, file: Buffer]> {
  const random = seeded(seed)
  for (let at = seed % step; at < good.length; at += step) {
    const byte = good[at] ?? 0
    const other = byte >= 48 && byte <= 57 ? 48 + ((byte - 48 + 1 + Math.floor(random() * 9)) % 10) : 48
    yield [`byte ${at} lost`, Buffer.concat([good.subarray(0, at), good.subarray(at + 1)])]
    yield [`byte ${at} doubled`, Buffer.concat([good.subarray(0, at + 1), good.subarray(at)])]
    const changed = Buffer.from(good)
    changed[at] = other
    yield [`byte ${at} changed`, changed]
  }
  const lines = good.toString('latin1').trimEnd().split('\r\n')
  const joined = (records: readonly string[]) => Buffer.from(`${records.join('\r\n')}\r\n`, 'latin1')
  for (const [i, line] of lines.entries()) {
    yield [`record ${i + 1} lost`, joined(lines.toSpliced(i, 1))]
    yield [`record ${i + 1} doubled`, joined(lines.toSpliced(i, 0, line))]
    for (const [j, other] of lines.entries())
      if (j > i) yield [`records ${i + 1} and ${j + 1} swapped`, joined(lines.with(i, other).with(j, line))]
  }
}
/** The same, of a file whose blanks at the ends of lines were lost. */
const trimmed = (file: Buffer) => Buffer.from(file.toString('latin1').replace(/ +(?=\r\n)/g, ''), 'latin1')

const files = 20
// Each file begins at another byte, so that every byte of a layout is changed in some of them; RETURN_MUTANTS=all changes each in all.
const step = process.env.RETURN_MUTANTS === 'all' ? 1 : 23

test.each(Object.keys(accounts))('of %s no mutant moves money where the good file does not', bank => {
  const slips = slipsOf(bank)
  const counts = { mutants: 0, refused: 0, same: 0, less: 0 }
  for (let seed = 1; seed <= files; seed++)
    for (const good of [goodFile(bank, slips, seed), trimmed(goodFile(bank, slips, seed))]) {
      const whole = read(good)
      expect(whole).toMatchObject({ unread: [], skipped: [], doubts: [] })
      const due = movedBy(whole, slips)
      expect(due.size).toBe(whole.lines.length)
      for (const [what, mutant] of mutantsOf(good, seed, step)) {
        counts.mutants++
        const file = readReturn(mutant)
        if (typeof file === 'string') {
          counts.refused++
          continue
        }
        const moved = movedBy(file, slips)
        for (const [number, paid] of moved) expect(paid, `${bank}, file ${seed}: ${what}`).toBe(due.get(number))
        counts[moved.size === due.size ? 'same' : 'less']++
      }
    }
  expect(counts.refused).toBeGreaterThan(counts.mutants / 2)
  expect(counts.same).toBeGreaterThan(counts.mutants / 8)
})

const read = (file: Buffer) => {
  const found = readReturn(file)
  if (typeof found === 'string') throw new Error(found)
  return found
}

describe.each(Object.keys(accounts))('of %s', bank => {
  const slips = slipsOf(bank)
  const { shown = '', payer = '' } = slips.get(8) ?? {}
  const line: MadeReturnLine = { shown, payer, movement: '06', motives: '06', cents, paid_cents: cents }
  const verdictOf = (more: Partial<MadeReturnLine>) => {
    const [plan] = plansOf(read(returnFile([{ ...line, ...more }], { bank })), slips)
    return [plan?.verdict, plan?.note] as const
  }
  const otherDigit = shown.replace(/\d$/, digit => String((Number(digit) + 5) % 10))
  // The first digit is of the agreement, of the wallet, or of a number nobody has issued.
  const otherAgreement = shown.replace(/^\d/, digit => String((Number(digit) + 1) % 10))

  test('the boleto that was issued is settled', () => expect(verdictOf({})).toEqual(['recebe', null]))
  const others: readonly (readonly [what: string, more: Partial<MadeReturnLine>, verdict: string, note: string])[] = [
    ['another agreement, wallet or number', { shown: otherAgreement }, 'sem-boleto', shown.slice(1, 2)],
    ['another face value', { cents: cents + 1, paid_cents: cents + 1 }, 'conflito', 'No banco o boleto é de'],
    ['another due day', { due_on: '11122026' }, 'conflito', 'No banco o boleto vence em 11/12/2026'],
    ['another payer', { payer: '37335118000180' }, 'conflito', 'No banco o pagador é outro'],
    ['less than it asks', { paid_cents: cents - 1 }, 'conflito', 'com juros e descontos seriam'],
    ['more than it asks', { paid_cents: cents + 1 }, 'conflito', 'com juros e descontos seriam'],
    ['a credit before the payment', { credited_on: '19112026' }, 'conflito', 'confira o dia'],
    ['a credit a year later', { credited_on: '20112027' }, 'conflito', 'confira o dia'],
    ['another account', { account: '90233' }, 'outra-conta', '90233'],
    ['a fee of no boleto', { shown: shown.replace(/\d/g, '0'), movement: '28', paid_cents: 0 }, 'informa', ''],
    ['money of no boleto', { shown: shown.replace(/\d/g, '0') }, 'ilegivel', 'Sem nosso número.'],
    // Banco do Brasil prints no check digit: the last digit is the number's own, and the payer is another.
    bank === '001'
      ? ['the number of another boleto', { shown: otherDigit }, 'conflito', 'No banco o pagador é outro']
      : ['another digit', { shown: otherDigit }, 'sem-boleto', 'o dígito não confere'],
  ]
  test.each(others)('%s waits for a person', (_what, more, verdict, note) => {
    const [found, why] = verdictOf(more)
    expect(found).toBe(verdict)
    expect(why ?? '').toContain(note)
  })
  test('a title is due what was charged and let go', () => {
    const late = { added_cents: 612, discount_cents: 100, paid_cents: cents + 512 }
    expect(verdictOf(late)[0]).toBe('recebe')
    const [plan] = plansOf(read(returnFile([{ ...line, ...late }], { bank })), slips)
    expect(plan?.line).toMatchObject({ added_cents: 612, discount_cents: 100, paid_cents: cents + 512 })
  })
  test('what is of no boleto is counted, and sums that contradict the lines are a doubt', () => {
    const lines = returnFile([line, { ...line, shown: slips.get(9)?.shown ?? '' }], {
      bank,
      lots: [1, 1],
      hasSums: true,
    })
    const text = lines.toString('latin1')
    const other = read(Buffer.from(text.replace(`${bank}00011T01`, `${bank}00011T30`), 'latin1'))
    expect(other).toMatchObject({ lines: [{ number: 9 }], skipped: [{ at: 2, count: 2 }] })
    expect(other.skipped[0]?.why).toBe('O lote 1 é do serviço 30, e não de boletos.')
    const few = read(Buffer.from(text.replace(/(?<=\n\d{3}00015.{9}000004).{6}/s, '000003'), 'latin1'))
    expect(few.doubts).toEqual(['O banco conta no lote 1 3 títulos, e há 1.'])
  })
})
