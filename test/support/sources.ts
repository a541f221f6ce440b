import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A source file as the checks of the architecture see it: its path from `src`, its text and its syntax tree. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly nodes: readonly Node[]
}
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Every TypeScript file of the product, tests and declarations aside. */
export function readSources(root: string): readonly Source[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => /\.tsx?$/.test(name) && !/\.(test|matrix|d)\.tsx?$/.test(name),
  )
  return names.toSorted().map(path => source(path, readFileSync(join(root, path), 'utf8')))
}

export function source(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  return { path, text, nodes: [...walk(program)] }
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) if (typeof child === 'object') yield* walk(child)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const ofType = ({ nodes }: Source, ...types: readonly string[]) =>
  nodes.filter(({ type }) => types.includes(type))

export const functionsOf = (file: Source) =>
  ofType(file, 'FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression')
export const linesIn = ({ text }: Source, { start, end }: Node) =>
  text.slice(Number(start), Number(end)).split('\n').length

/** A child node; an empty one where there is none. */
export const child = (node: Node, key: string): Node => {
  const found = node[key]
  return isNode(found) ? found : { type: 'none' }
}

/** What a file imports or hands on: the path from `src` for our own, the package's name for others. */
export interface Import {
  readonly from: string
  readonly ours: boolean
  /** Gone when the types are: nothing of it runs. */
  readonly typeOnly: boolean
}

export function importsOf(file: Source): readonly Import[] {
  const declared = ofType(
    file,
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
  )
  return declared.flatMap(node => {
    const { value } = child(node, 'source')
    if (typeof value !== 'string') return []
    const ours = value.startsWith('#') || value.startsWith('.')
    const from = value.startsWith('#') ? value.slice(1) : value.startsWith('.') ? join(file.path, '..', value) : value
    return [{ from, ours, typeOnly: node.importKind === 'type' || node.exportKind === 'type' }]
  })
}

/** Every literal text of a file, those of templates included. */
export const textsOf = (file: Source): readonly string[] => [
  ...ofType(file, 'Literal').flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  ...ofType(file, 'TemplateElement').flatMap(({ value }) =>
    typeof value === 'object' && value && 'raw' in value ? [String(value.raw)] : [],
  ),
]

/** Lines that say something: neither empty nor comment alone. */
export const linesOfCode = ({ text }: Source) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter(line => line.trim() && !line.trim().startsWith('//')).length

/** Lines as an editor counts them. */
export const linesOf = ({ text }: Source) => text.split('\n').length - 1
