import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { flag, integer, lineList, ref, text, type Fields } from '#kernel/field.ts'
import { lookup, type AnyResource } from '#kernel/resource.ts'
import type { Database } from '#server/database/database.ts'
import { freshDatabase } from './support/databases.ts'
import { besides, brief, machinery, scanned } from '../scripts/exceptions.ts'
import { statementsFor } from '../scripts/migration.ts'
import { missing, undeclared } from '../scripts/missing.ts'
import { lackingReads } from '../scripts/reads.ts'
import { readSchema, tablesOf, type Found } from '../scripts/schema.ts'

const tables = features.flatMap(tablesOf)

describe('the schema', () => {
  let database: Database
  let found: Found
  beforeAll(async () => {
    database = await freshDatabase()
    found = await readSchema(database)
  })
  afterAll(() => database?.close())

  test('holds every declared field, with its type, its default, its indexes', () => {
    expect(
      missing(found, tables, scanned).map(({ sql }) => sql),
      'npm run migration writes it',
    ).toEqual([])
  })

  test('holds an index for each list that may grow long, in its order and for what it is searched in', async () => {
    expect(await lackingReads(database, features, brief), 'npm run migration writes it').toEqual([])
    const [clients] = features
    const planted = { ...clients, list: { ...clients.list, sort: '-capital_social', search: ['email'] } }
    expect(await lackingReads(database, [planted], brief)).toEqual([
      'create index clients_by_capital_social on clients using btree (capital_social desc nulls last, id desc) where deleted_at is null;',
      'create index clients_email_searched on clients using gin (plain(email) gin_trgm_ops);',
    ])
  })

  test('holds no column that is neither declared nor an exception', () => {
    expect(undeclared(found, tables).toSorted()).toEqual(Object.keys(besides).toSorted())
  })

  test('holds no table that is neither declared nor an exception', () => {
    const known = new Set([...tables.map(({ name }) => name), ...Object.keys(machinery)])
    expect([...found.columns.keys()].filter(name => !known.has(name))).toEqual([])
  })

  test('a field without its column would be told as SQL', () => {
    const [clients] = features
    const more = { ...clients, fields: { ...clients.fields, nickname: text('Apelido', { max: 10 }) } }
    expect(missing(found, tablesOf(more)).map(({ sql }) => sql)).toContain(
      'alter table clients add column nickname text;',
    )
  })

  describe('what a migration is written of', () => {
    const [clients] = features
    const withFields = (fields: Fields): readonly AnyResource[] =>
      features.map(each => (each === clients ? { ...each, fields: { ...each.fields, ...fields } } : each))
    const holidays = lookup('planted', { one: 'feriado', many: 'feriados', gender: 'm' })
    const seasons = lookup(
      'planted-more',
      { one: 'temporada', many: 'temporadas', gender: 'f' },
      { order: integer('Ordem', { required: true }), holiday: ref('planted', 'Feriado') },
    )
    const more = [
      ...withFields({
        nickname: text('Apelido', { max: 10 }),
        vip: flag('VIP'),
        code: text('Código', { max: 10, unique: true }),
        holiday: ref('planted', 'Feriado'),
        pets: lineList(
          { name: text('Nome', { required: true, max: 20 }), season: ref('planted-more', 'Temporada') },
          'Animais',
        ),
      }),
      seasons,
      holidays,
    ]

    test('is nothing where the tables are those of the declarations', async () => {
      expect(await statementsFor(database, features)).toEqual([])
    })

    test('is what makes them so, and a plain list is made like the others', async () => {
      const grown = await freshDatabase()
      try {
        const statements = await statementsFor(grown, more)
        expect(statements).toContain('create table planted (like informative_categories including all);')
        await grown.pool.query(statements.join('\n'))
        expect(await statementsFor(grown, more)).toEqual([])
        expect(await shapeIn(grown, 'planted')).toEqual(await shapeIn(grown, 'tax_regimes'))
        expect(undeclared(await readSchema(grown), more.flatMap(tablesOf)).toSorted()).toEqual(
          Object.keys(besides).toSorted(),
        )
      } finally {
        await grown.close()
      }
    })

    const { crm_name, ...others } = clients.fields
    const renamed = { ...clients, fields: { ...others, crm_person: crm_name } }
    test.each<readonly [string, readonly AnyResource[], string]>([
      [
        'a field renamed',
        features.map(each => (each === clients ? renamed : each)),
        'clients.crm_name não está em nenhuma declaração: mudou de nome',
      ],
      ['a table gone', features.filter(({ path }) => path !== 'pages'), '- pages não está em nenhuma declaração'],
      [
        'another type',
        withFields({ crm_phone: integer('Telefone') }),
        'clients.crm_phone é text e foi declarada integer',
      ],
      [
        'a field now required',
        withFields({ crm_phone: text('Telefone', { required: true, max: 9 }) }),
        'clients.crm_phone passou a ser obrigatória',
      ],
      [
        'a required field more',
        withFields({ nick: text('Apelido', { required: true, max: 9 }) }),
        'clients.nick é obrigatória',
      ],
      [
        'a field now unique',
        withFields({ crm_phone: text('Telefone', { max: 9, unique: true }) }),
        'clients.crm_phone passou a ser única',
      ],
      [
        'another target',
        withFields({ client_type: ref('tags', 'Tipo') }),
        'clients.client_type_id passou a apontar para tags',
      ],
    ])('is nothing, but a question, of %s', async (_what, resources, question) => {
      await expect(statementsFor(database, resources)).rejects.toThrow(question)
    })
  })
})

/** What PostgreSQL keeps of a table besides its name; that a column is not null is told of the column, whatever it is called. */
async function shapeIn({ pool }: Database, table: string) {
  const columns = `select attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`
  const constraints = `select conname, contype, pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and contype <> 'n' order by conname`
  const indexes = `select indexname, indexdef from pg_indexes where tablename = $1 order by indexname`
  const triggers = `select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname`
  const found: unknown[] = []
  for (const query of [columns, constraints, indexes, triggers]) found.push((await pool.query(query, [table])).rows)
  return JSON.parse(JSON.stringify(found).replaceAll(table, 'table'))
}
