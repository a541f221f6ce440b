import { createQueryId, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { RememberingCompiler } from '#server/database/compiled.ts'

const long = (name: string) => sql.raw(`${name}_${'x'.repeat(1_000)}`)
const asked = (id: number, name = 'a') => sql`select ${long(name)}, ${id} from ${long('b')} where id = ${id}`
const compile = (by: PostgresQueryCompiler, part = asked(1)) => by.compileQuery(part.toOperationNode(), createQueryId())

test('a statement is compiled as its parent compiles it', () => {
  const ours = new RememberingCompiler()
  for (const part of [asked(1), asked(2), asked(1, 'c'), sql`select ${long('b')}, ${long('a')}`, sql`select ${1}`]) {
    const { sql: text, parameters } = compile(ours, part)
    const theirs = compile(new PostgresQueryCompiler(), part)
    expect({ text, parameters }).toEqual({ text: theirs.sql, parameters: theirs.parameters })
  }
})

test('what is forgotten is made again', () => {
  const ours = new RememberingCompiler()
  for (let n = 0; n < 1_100; n++) {
    expect(compile(ours, asked(n, `n${n}`)).sql).toContain(`n${n}_`)
    expect(compile(ours).sql).toBe(compile(new PostgresQueryCompiler()).sql)
  }
})
