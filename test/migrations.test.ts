import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { text } from '#kernel/field.ts'
import type { Database } from '#server/database/database.ts'
import { engines, freshDatabase } from './support/databases.ts'
import { missingSql, readSchema, tablesOf, undeclared, type Found } from './support/schema.ts'

const tables = features.flatMap(tablesOf)

/** Columns that stand in a resource's table and are no field of it, and why. */
const besides: Readonly<Record<string, string>> = {
  'clients_client_partners.slug': 'the database makes it of the name',
  'profiles.allow_routes': 'its roles as one text, which every request reads; triggers keep it',
  'imports.sha256': 'its file in the store',
  'imports.header': 'what the file calls its columns',
  'imports.facts': 'how the file was written',
  'imports.mapping': 'which column of the file is which of ours',
  'imports.step': 'what is being done with it',
  'mails.letter': 'what it says, without the link that is made as it goes',
  'mails.run': 'whose try it is',
  'mails.leased_until': 'until when nobody else tries',
  'imports.forgotten_at': 'when its rows and its file were forgotten',
  'users.empresa_visualizacao_id':
    'the company an administrator looks at: chosen by a route of its own, never by a form',
}
const few = 'a handful of values over millions of rows: an index costs every save, and spares a scan once a year'
/** References that no index begins with, and why. */
const scanned: Readonly<Record<string, string>> = {
  'collects_locations_accesses_ordered.client_type_id': few,
  'collects_locations_accesses_ordered.attendance_type_id': few,
  'collects_locations_accesses_ordered.attendance_middle_id': few,
  'collects_locations_accesses_ordered.product_type_id': few,
  'collects_locations_accesses_ordered.technology_type_id': few,
}
/** Tables that are no resource's. */
const machinery: Readonly<Record<string, string>> = {
  migrations: 'which files were applied',
  audit_events: 'the history of every row',
  idempotency_keys: 'answers to creations already made',
  permissions: 'which permissions were already offered to profiles',
  installation: 'what is decided once per installation',
  sessions: 'sign-ins',
  calendar_links: 'hashes of private links to a calendar',
  user_lists: 'how each person likes each list',
  access_tokens: 'hashes of tokens',
  refresh_tokens: 'hashes of tokens',
  password_resets: 'links to choose a password',
  login_attempts: 'failures, counted',
  registry_answers: 'what services outside said',
  collect_takings: 'which files came into a coleta, by their hash',
  collect_reminders: 'on which days a client was asked again',
  collect_drafts: 'what somebody has not saved yet of a coleta',
  chores: 'what the house does by itself, and how it went',
  loose_files: 'files that may have no row',
  fistel_tenures: 'the days each fistel was in use',
  import_rows: 'what each row of a spreadsheet is and became',
  import_mappings: 'which column a header meant the last time',
  anatel_batches: 'when Anatel’s open file was taken in',
  anatel_providers: 'its rows',
}

describe.each(engines)('the schema on %s', engine => {
  let database: Database
  let found: Found
  beforeAll(async () => {
    database = await freshDatabase(engine)
    found = await readSchema(database)
  })
  afterAll(() => database?.close())

  test('holds every declared field, with its type, its default, its indexes', () => {
    expect(missingSql(found, tables, scanned).join('\n'), 'add this to a migration').toBe('')
  })

  test('holds no column that is neither declared nor listed here', () => {
    expect(undeclared(found, tables).toSorted()).toEqual(Object.keys(besides).toSorted())
  })

  test('holds no table that is neither declared nor listed here', () => {
    const known = new Set([...tables.map(({ name }) => name), ...Object.keys(machinery)])
    expect([...found.columns.keys()].filter(name => !known.has(name))).toEqual([])
  })

  test('a field without its column would be told as SQL', () => {
    const [clients] = features
    const more = { ...clients, fields: { ...clients.fields, nickname: text('Apelido', { max: 10 }) } }
    expect(missingSql(found, tablesOf(more)).join('\n')).toContain('alter table clients add column nickname text;')
  })
})
