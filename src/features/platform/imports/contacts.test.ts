import { describe, expect, test } from 'vitest'
import { readContacts } from '#features/platform/imports/section/contacts.ts'
import { columnAt } from '#features/platform/imports/section/section.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { importing } from '#test/support/importing.ts'
import { dataOf } from '#test/support/world.ts'

const read = (key: string, text: string) => {
  const section = sectionAt('clients')
  const column = section && columnAt(section, key)
  const found = column && readContacts(text, column)
  if (!found || 'rule' in found) return found ?? null
  const { value, rest } = found
  return [
    value,
    ...(rest?.more ?? []).map(({ value: more, responsible }) => [more, responsible].join(' ').trim()),
    rest?.note,
  ]
}

test.each<[string, string, unknown]>([
  ['phone', '(83) 98000-1000', null],
  ['phone', 'muitos', null],
  ['phone', '+47 22 34 56 78', null],
  ['phone', '(83) 98000-1000 / (83) 3400-2000', ['+5583980001000', '+558334002000', null]],
  ['phone', '(83) 98000-1000 (83) 3400-2000', ['+5583980001000', '+558334002000', null]],
  ['phone', '83 98000-1000 83 3400-2000', ['+5583980001000', '+558334002000', null]],
  ['phone', '83980001000; 83 3421-1001 João', ['+5583980001000', '+558334211001 João', null]],
  ['phone', '(87) 9 8102-4002 falar c/ Ana', ['+5587981024002', '(87) 9 8102-4002 falar c/ Ana']],
  ['phone', '(83) 98000-1000 / +47 22 34 56 78', ['+5583980001000', '(83) 98000-1000 / +47 22 34 56 78']],
  ['phone', '(83) 98000-1000, (83) 98000-1000', ['+5583980001000', null]],
  ['email', 'ana@fibra11.example', null],
  ['email', 'ana@fibra11.example;rui@fibra11.example', ['ana@fibra11.example', 'rui@fibra11.example', null]],
  ['email', 'ana@fibra11.example, rui@fibra11.example', ['ana@fibra11.example', 'rui@fibra11.example', null]],
  ['email', 'ana@fibra11.example\nrui@fibra11.example', ['ana@fibra11.example', 'rui@fibra11.example', null]],
  ['email', 'ana@fibra11.example / rui@fibra11.example', ['ana@fibra11.example', 'rui@fibra11.example', null]],
  [
    'email',
    'ana@fibra11.example e Rui <rui@fibra11.example>',
    ['ana@fibra11.example', 'rui@fibra11.example Rui', null],
  ],
  ['email', 'Ana <ana@fibra11.example>', ['ana@fibra11.example', 'Ana <ana@fibra11.example>']],
])('the cell of %s %j holds %j', (key, text, contacts) => expect(read(key, text)).toEqual(contacts))

describe('several contacts of a cell', () => {
  const { fresh, call, preview, judged, run, byDocument, undo } = importing()

  test('are several contacts of the client, once, and what is none is noted', async () => {
    const document = fresh()
    const lines = [
      ['Razão social', 'CNPJ', 'Telefone', 'E-mail'],
      [
        'De muitos',
        document,
        '(83) 98000-1000 falar c/ Ana / (83) 3400-2000 João',
        '"ana@muitos.example;rui@muitos.example"',
      ],
    ]
    const uuid = await judged('clients', lines)
    expect((await preview(uuid)).data[0]?.changes.slice(-3)).toEqual([
      ['E-mails', '', 'rui@muitos.example'],
      ['Telefones', '', '(83) 3400-2000 João'],
      ['Observação interna', '', 'Telefone na planilha: (83) 98000-1000 falar c/ Ana / (83) 3400-2000 João'],
    ])
    await run(uuid, true)
    const { id } = (await byDocument(document)) ?? {}
    const made = dataOf(await call('GET', `clients/${id}`))
    expect(made).toMatchObject({
      phone: '+5583980001000',
      phones: [{ phone: '+558334002000', responsible: 'João' }],
      email: 'ana@muitos.example',
      mails: [{ mail: 'rui@muitos.example' }],
      internal_observation: 'Telefone na planilha: (83) 98000-1000 falar c/ Ana / (83) 3400-2000 João',
    })
    const again = await judged('clients', lines, { more: '&again=true' })
    expect((await preview(again)).counts).toEqual({ igual: 1 })
    const more = await judged('clients', [
      ['CNPJ', 'Telefone'],
      [document, '(83) 98000-1000 / (83) 3400-3000'],
    ])
    expect((await preview(more)).data[0]).toMatchObject({ verdict: 'atualizar', problems: [] })
    await run(more, true)
    expect((await preview(more)).data[0]?.said).toBeNull()
    const phones = async () =>
      Object(dataOf(await call('GET', `clients/${id}`))).phones.map((each: { phone: string }) => each.phone)
    expect(await phones()).toEqual(['+558334002000', '+558334003000'])
    await undo(more)
    expect(await phones()).toEqual(['+558334002000'])
  })
})
