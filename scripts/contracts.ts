import type { ESTree, Plugin } from 'vite'

/** A word of a path or an id is no use of what is imported by that name. */
const texts = /(['"])(?:\\.|(?!\1).)*\1/g
/** What the browser needs of a call: where it goes, its permission, and what it makes stale. */
const needed = new Set(['id', 'of', 'writes', 'lists'])

/**
 * Leaves the schemas of `api.ts` files out of the browser's build: of each exported call only its method, path, id and
 * resources remain. The types were checked before; the server alone validates.
 */
export function contracts(): Plugin {
  return {
    name: 'outorga-contracts',
    transform(code, id) {
      if (!/\/src\/.*\/api\.ts$/.test(id) || id.includes('/src/web/')) return null
      return { code: callsAlone(code, this.parse(code).body), map: null }
    },
  }
}

/** A contract without its schemas, and with those imports alone that its calls use. */
export function callsAlone(code: string, body: ESTree.Program['body']): string {
  const calls = body.flatMap(statement => callIn(statement, code))
  const used = new Set(
    calls
      .join('\n')
      .replace(texts, '')
      .match(/[\w$]+/g),
  )
  const imports = body.flatMap(statement => importIn(statement, code, used))
  return [...imports, ...calls].join('\n')
}

/** The statement of an exported call without its schemas; nothing of any other statement. */
function callIn(statement: ESTree.Statement | ESTree.ModuleDeclaration, code: string): readonly string[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.map(({ id, init }) => {
    const [path, facts] = init?.type === 'CallExpression' ? init.arguments : []
    if (init?.type !== 'CallExpression' || !path || facts?.type !== 'ObjectExpression')
      throw new Error(`${textOf(id, code)} of an api.ts is no call: move it to the model of its room`)
    const kept = facts.properties.filter(
      each => each.type === 'Property' && each.key.type === 'Identifier' && needed.has(each.key.name),
    )
    const given = kept.map(each => textOf(each, code)).join(', ')
    return `export const ${textOf(id, code)} = ${textOf(init.callee, code)}(${textOf(path, code)}, { ${given} })`
  })
}

function importIn(
  statement: ESTree.Statement | ESTree.ModuleDeclaration,
  code: string,
  used: ReadonlySet<string>,
): readonly string[] {
  if (statement.type !== 'ImportDeclaration') return []
  const names = statement.specifiers.filter(({ local }) => used.has(local.name)).map(each => textOf(each, code))
  return names.length ? [`import { ${names.join(', ')} } from ${textOf(statement.source, code)}`] : []
}

const textOf = ({ start, end }: { readonly start: number; readonly end: number }, code: string) =>
  code.slice(start, end)
