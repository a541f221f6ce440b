import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { tableOf } from '#kernel/resource.ts'
import { columnTypes } from '#server/sql.ts'
import { runsOf, standsOn } from './support/rooms.ts'
import {
  child,
  functionsOf,
  importsOf,
  linesIn,
  linesOf,
  linesOfCode,
  ofType,
  readSources,
  source,
  type Source,
  textsOf,
} from './support/sources.ts'

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readSources(root)

// Each check lists what breaks a rule. It is run on the whole product, where it must find nothing, and on a planted file,
// where it must find something: a check that reads nothing cannot pass.

type Layer = 'main' | 'features' | 'parts' | 'server' | 'web' | 'kernel'
const layerOf = (path: string): Layer => {
  const [first = '', ...rest] = path.split('/')
  const known: readonly Layer[] = ['features', 'parts', 'server', 'web', 'kernel']
  return rest.length ? (known.find(layer => layer === first) ?? 'main') : 'main'
}
const below: Readonly<Record<Layer, readonly Layer[]>> = {
  main: ['features', 'parts', 'server', 'web', 'kernel'],
  features: ['parts', 'server', 'web', 'kernel'],
  parts: ['server', 'web', 'kernel'],
  server: ['kernel'],
  web: ['kernel'],
  kernel: [],
}
const sideOf = (path: string) =>
  /\.server\.ts$|^server\//.test(path) ? 'server' : /\.tsx$|\.web\.ts$|^web\//.test(path) ? 'web' : 'both'
const isMachine = ({ path }: Source) => ['kernel', 'server', 'web'].includes(layerOf(path))
/** 'regulatory' of 'features/regulatory/collects/grid/cells.ts'. */
const areaOf = (path: string) => /^features\/([^/]+)\/[^/]+\//.exec(path)?.[1]
/** 'collects' of 'features/regulatory/collects/grid/cells.ts'. */
const room = (path: string) => /^features\/[^/]+\/([^/]+)\//.exec(path)?.[1]

const pointUp = (sources: readonly Source[]) =>
  sources.flatMap(({ path, ...rest }) =>
    importsOf({ path, ...rest })
      .filter(({ ours, from }) => ours && ![layerOf(path), ...below[layerOf(path)]].includes(layerOf(from)))
      .map(({ from }) => `${path} may not import ${from}`),
  )

/** The contract of a room's calls: `api.ts`. */
const isContract = (path: string) => /^(?:features|parts)\/(?:.+\/)?api\.ts$/.test(path)
/** A room has three layers: its model, the contract of its calls, and what answers and sends them. */
const modelNamesContract = (sources: readonly Source[]) =>
  sources
    .filter(({ path }) => sideOf(path) === 'both' && !isContract(path))
    .flatMap(file =>
      importsOf(file)
        .filter(({ from }) => isContract(from))
        .map(({ from }) => `${file.path} is below ${from}`),
    )

/** A form checks what was typed by `kernel/schema.ts`, which comes once somebody types. */
const schemasOfForms = 'kernel/schema.ts'
/** Files that bring zod to a browser. The browser's build leaves the calls alone of a contract. */
const screensRunSchemas = (sources: readonly Source[]) => {
  const next = new Map(
    sources.map(file => [
      file.path,
      importsOf(file).flatMap(({ from, typeOnly }) =>
        typeOnly || isContract(file.path) || from === schemasOfForms ? [] : [from],
      ),
    ]),
  )
  const run = new Set(sources.map(({ path }) => path).filter(path => sideOf(path) === 'web'))
  for (const path of run) for (const from of next.get(path) ?? []) run.add(from)
  return [...run].filter(path => next.get(path)?.includes('zod')).map(path => `${path} brings zod to a screen`)
}

const crossTheWire = (sources: readonly Source[]) =>
  sources.flatMap(file =>
    importsOf(file)
      .filter(({ from, ours }) => {
        if (!ours) return sideOf(file.path) !== 'server' && from.startsWith('node:')
        const target = sideOf(from)
        return target !== 'both' && target !== sideOf(file.path)
      })
      .map(({ from }) => `${file.path} (${sideOf(file.path)}) may not import ${from}`),
  )

/** Features know each other's declarations; what runs in another's room is put together by main. */
const reachIntoAnotherRoom = (sources: readonly Source[]) =>
  sources.flatMap(file =>
    importsOf(file)
      .filter(({ from, typeOnly }) => {
        const [own, other] = [room(file.path), room(from)]
        const strange = own && other && own !== other && !standsOn[own]?.includes(other)
        return strange && !typeOnly && sideOf(from) !== 'both'
      })
      .map(({ from }) => `${file.path} may not run ${from}`),
  )

/** Declarations are known everywhere; what runs on one side follows the table of areas. */
const reachIntoAnotherArea = (sources: readonly Source[]) =>
  sources.flatMap(file =>
    importsOf(file)
      .filter(({ from, typeOnly }) => {
        const [own, other] = [areaOf(file.path), areaOf(from)]
        return own && other && own !== other && !typeOnly && sideOf(from) !== 'both' && !runsOf[own]?.includes(other)
      })
      .map(({ from }) => `${file.path} may not run ${from}: its area does not use that one`),
  )

/** 'features/regulatory/collects', of a feature or a part. The files beside the areas belong to no room: the list of all features is in no circle. */
const roomOf = (path: string) => /^(?:features\/[^/]+|parts)\/[^/]+(?=\/)/.exec(path)?.[0]
/** 'features/regulatory/collects/files', of a folder in a feature's room. */
const cornerOf = (path: string) => /^features\/[^/]+\/.+(?=\/)/.exec(path)?.[0]
const goInCircles = (sources: readonly Source[], placeOf: (path: string) => string | undefined) => {
  const next = new Map<string, Set<string>>()
  for (const file of sources)
    for (const { from } of importsOf(file)) {
      const [own, other] = [placeOf(file.path), placeOf(from)]
      if (own && other && own !== other) next.set(own, (next.get(own) ?? new Set()).add(other))
    }
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const each of next.get(from) ?? []) if (!seen.has(each)) reached(each, seen.add(each))
    return seen
  }
  return [...next.keys()].filter(each => reached(each).has(each)).map(each => `${each} imports itself by way of others`)
}

const paths = features.map(({ path }) => path)
const tables = new RegExp(`\\b(from|join|into|update) (${features.map(tableOf).join('|')})\\b`)
const nameBusiness = (sources: readonly Source[]) =>
  sources.filter(isMachine).flatMap(file =>
    textsOf(file)
      .filter(text => paths.some(path => path === text) || tables.test(text))
      .map(text => `${file.path} names '${text.trim().slice(0, 60)}'`),
  )

const exportDefault = (sources: readonly Source[]) =>
  sources
    .filter(file => !file.path.endsWith('.tsx') && ofType(file, 'ExportDefaultDeclaration').length)
    .map(({ path }) => `${path} has a default export`)

const handOn = (sources: readonly Source[]) =>
  sources
    .filter(({ path }) => path !== 'features/index.ts')
    .filter(
      file =>
        ofType(file, 'ExportAllDeclaration').length ||
        ofType(file, 'ExportNamedDeclaration').some(node => child(node, 'source').type !== 'none'),
    )
    .map(({ path }) => `${path} hands on what another file exports`)

/** How many of something each file may hold, and why. A count that fell is lowered here too. */
type Allowed = Readonly<Record<string, readonly [count: number, reason: string]>>
const beyond = (counts: ReadonlyMap<string, number>, allowed: Allowed) =>
  [...new Set([...counts.keys(), ...Object.keys(allowed)])]
    .filter(path => (counts.get(path) ?? 0) !== (allowed[path]?.[0] ?? 0))
    .map(path => `${path} has ${counts.get(path) ?? 0}, the list says ${allowed[path]?.[0] ?? 0}`)
/** A rule: each file has as many as its list says, and a planted one none. */
const limitedTo = (allowed: Allowed, count: (file: Source) => number) => (sources: readonly Source[]) =>
  beyond(
    new Map(sources.map(file => [file.path, count(file)] as const).filter(([, n]) => n > 0)),
    sources === files ? allowed : {},
  )

const anys: Allowed = {
  'kernel/call.ts': [6, 'a call of every input and answer is sent and served alike'],
  'server/operation.ts': [3, 'a list of operations holds every shape of input'],
  'server/jobs/work.ts': [2, 'a list of works holds every shape of what is given and left'],
}
const useAny = limitedTo(anys, file => ofType(file, 'TSAnyKeyword').length)

const casts: Allowed = {
  'features/people/factor/passkey.web.ts': [
    2,
    'options that the server’s library made go to the browser’s as they came',
  ],
  'features/people/factor/passkeys.server.ts': [2, 'the library checks every member of what a browser answered'],
  'server/app.ts': [1, 'what was thrown is read as far as it goes'],
  'server/config.ts': [1, 'the checks of each setting give the type of the whole'],
  'server/crud.ts': [1, 'a draft that passed the schema is what may be stored'],
  'server/extend.ts': [2, 'an extension of one resource is kept among those of all'],
  'server/rows/open.ts': [2, 'what is done with a row of any resource is done with one of this'],
  'server/rows/door.ts': [1, 'rows come from the database in the shape of the declaration'],
  'server/docs.ts': [1, 'the document is ours; the plugin wants its own type'],
}
const isConst = (node: ReturnType<typeof child>) => child(child(node, 'typeAnnotation'), 'typeName').name === 'const'
const cast = limitedTo(casts, file =>
  layerOf(file.path) === 'kernel' || file.path === 'server/sql.ts'
    ? 0
    : ofType(file, 'TSAsExpression', 'TSTypeAssertion', 'TSNonNullExpression').filter(node => !isConst(node)).length,
)

/** Who reads or writes beyond the user's sight, and why that is right: the security review is this list. */
const unscopedUses: Allowed = {}
const leaveTheScope = limitedTo(
  unscopedUses,
  file =>
    ofType(file, 'CallExpression').filter(
      node => child(node, 'callee').name === 'unscoped' || child(child(node, 'callee'), 'property').name === 'unscoped',
    ).length,
)

/** Files that name the data folder, and what each has there. Documents are in none of these but the store's own. */
const dataFolderUses: Allowed = {
  'server/config.ts': [1, 'the setting itself'],
  'server/ready.ts': [1, 'whether it can be written to'],
  'server/database/open.ts': [1, 'the packaged PostgreSQL'],
  'server/mail.ts': [1, 'mails without a server'],
  'parts/mail/letters.server.ts': [1, 'the same mails, swept'],
  'parts/file/measure.server.ts': [1, 'the same mails, counted'],
  'parts/file/spool.server.ts': [1, 'files in course'],
  'parts/file/storage/disk.server.ts': [1, 'documents'],
  'parts/copy/places.server.ts': [1, 'copies'],
  'parts/copy/apart.server.ts': [1, 'the database that proves a copy'],
  'parts/copy/prove.server.ts': [1, 'what the process of a proof is given'],
  'features/platform/maintenance/copies.server.ts': [1, 'whether copies are on its disk'],
  'features/support/incoming-mail/pile.server.ts': [1, 'mail that was piped to the command'],
}
const nameDataFolder = limitedTo(dataFolderUses, file =>
  Number(ofType(file, 'Identifier').some(({ name }) => name === 'OUTORGA_DATA_DIR')),
)

/** What knows where documents are: the folder of the disk, and the client of a bucket. */
const insideStores = /^(?:parts\/file\/storage\/(?:disk|bucket|client)\.server\.ts|@aws-sdk\/.*)$/
const reachIntoStores = (sources: readonly Source[]) =>
  sources
    .filter(({ path }) => !path.startsWith('parts/file/storage/'))
    .flatMap(file =>
      importsOf(file)
        .filter(({ from }) => insideStores.test(from))
        .map(({ from }) => `${file.path} may not import ${from}: documents are read and written through the store`),
    )

/** Parts that are not drawn through `latePart`, and what else keeps the screen where their code does not come. */
const lazyParts: Allowed = {
  'features/people/empresas/CompanySelect.tsx': [1, 'the chosen company is shown in its place'],
  'web/errors/RouteError.tsx': [1, 'there is no screen'],
  'web/router.tsx': [1, 'the frame: there is no screen without it'],
  'web/screens/ListScreen.tsx': [1, 'the trash is the screen'],
  'web/session/second.tsx': [1, 'a step of signing in, which has nothing of its own typed'],
  'web/ui/LateMenu.tsx': [1, 'its button is shown in its place'],
  'web/ui/LatePopover.tsx': [1, 'its button is shown in its place'],
  'web/ui/LateTip.tsx': [1, 'what it is about is shown without it'],
  'web/ui/latePart.tsx': [1, 'what the others are drawn through'],
}
const drawLazily = limitedTo(
  lazyParts,
  file => ofType(file, 'CallExpression').filter(node => child(node, 'callee').name === 'lazy').length,
)

const longest = 80
const [drawn, lived, sown, joined, stepped] = [
  'a screen, read from top to bottom',
  'a state, with all that is done to it',
  'the demonstration, row after row',
  'what is put together of what it is given',
  'one walk, of which each step needs the last',
] as const
/** Functions longer than a reader holds in mind at once, by file, and why each is whole for now. */
const longFunctions: Allowed = {
  'features.server.ts': [1, 'a line for each feature'],
  'features/people/auth/Login.tsx': [1, 'one form, in two steps'],
  'features/people/auth/oauth.server.ts': [1, 'one operation, with a case for each grant'],
  'features/people/users/users.server.ts': [1, 'what a resource does is one value'],
  'web/session/SignInOver.tsx': [1, 'one form, in two steps'],
  'features/regulatory/collects/CollectForm.tsx': [1, drawn],
  'features/regulatory/collects/files/Sending.tsx': [1, drawn],
  'features/regulatory/collects/grid/useGrid.web.ts': [1, lived],
  'features/regulatory/collects/grid/usePaste.web.ts': [1, lived],
  'features/regulatory/month/ClosingScreen.tsx': [1, drawn],
  'features/regulatory/month/QuadroScreen.tsx': [1, drawn],
  'features/regulatory/month/QuadroTable.tsx': [1, drawn],
  'features/regulatory/month/useMonth.web.ts': [1, lived],
  'features/regulatory/collects/intake/Judged.tsx': [1, drawn],
  'features/regulatory/collects/intake/Upload.tsx': [1, drawn],
  'features/regulatory/collects/intake/useIntake.web.ts': [1, lived],
  'features/platform/demo/fill-collects.server.ts': [1, sown],
  'features/platform/demo/fill-stations.server.ts': [1, sown],
  'features/platform/integrations/courier.server.ts': [1, lived],
  'features/regulatory/obligations/ObligationsScreen.tsx': [1, drawn],
  'features/network/stations/kml/useKmlImport.web.ts': [1, lived],
  'features/support/tickets/conversation/Composer.tsx': [1, drawn],
  'features/support/tickets/conversation/MessageInput.tsx': [1, drawn],
  'house.server.ts': [1, joined],
  'server/chores/keeper.ts': [1, lived],
  'server/jobs/runner.ts': [1, lived],
  'web/form/merge.ts': [1, stepped],
  'web/screens/ListScreen.tsx': [1, drawn],
}
const runLong = limitedTo(longFunctions, file => functionsOf(file).filter(node => linesIn(file, node) > longest).length)

const rules: readonly (readonly [
  string,
  (sources: readonly Source[]) => readonly string[],
  path: string,
  planted: string,
])[] = [
  ['imports point down', pointUp, 'kernel/x.ts', `import { a } from '#features/index.ts'`],
  ['the machine imports no part of the product', pointUp, 'server/x.ts', `import { a } from '../parts/mail/mail.ts'`],
  ['server and web never meet', crossTheWire, 'web/x.ts', `import { a } from '#server/app.ts'`],
  [
    'what runs on both sides imports neither',
    crossTheWire,
    'features/x/x.ts',
    `import { a } from '#features/y/y.server.ts'`,
  ],
  ['what a browser runs imports nothing of Node', crossTheWire, 'parts/x/x.ts', `import { a } from 'node:fs'`],
  [
    'a screen runs nothing of the server',
    crossTheWire,
    'features/x/x.tsx',
    `const a = await import('#features/x/x.server.ts')`,
  ],
  [
    'a model imports no contract, not even a type',
    modelNamesContract,
    'features/x/x/x.ts',
    `import type { A } from '#features/x/x/api.ts'`,
  ],
  ['no screen runs a schema', screensRunSchemas, 'features/x/x/X.tsx', `import * as z from 'zod'`],
  [
    'features import each other plain',
    reachIntoAnotherRoom,
    'features/clients/x/x.server.ts',
    `import { a } from '#features/clients/y/y.server.ts'`,
  ],
  [
    'areas run each other in one direction',
    reachIntoAnotherArea,
    'features/clients/x/x.server.ts',
    `import { a } from '#features/billing/y/y.server.ts'`,
  ],
  ['the machine names no resource', nameBusiness, 'server/x.ts', `const a = 'collects'`],
  ['the machine names no table', nameBusiness, 'server/x.ts', 'const a = `select id from collects where id = 1`'],
  ['nothing but a lazy screen is a default export', exportDefault, 'web/x.ts', 'export default 1'],
  ['no file hands on the exports of another', handOn, 'parts/x.ts', `export { a } from '#kernel/field.ts'`],
  ['no file hands on all of another', handOn, 'parts/x.ts', `export * from '#kernel/field.ts'`],
  ['nothing is any', useAny, 'server/x.ts', 'const a: any = 1'],
  ['types are not forced, but where the list says', cast, 'server/x.ts', 'const a = b as C'],
  ['nothing is declared to be there by a mark', cast, 'web/x.ts', 'const a = b!.c'],
  [
    'the scope is left where the list says',
    leaveTheScope,
    'features/x/x/x.server.ts',
    'await ctx.unscoped(users).find(1)',
  ],
  [
    'the data folder is named where the list says',
    nameDataFolder,
    'features/x/x.server.ts',
    `const a = join(config.OUTORGA_DATA_DIR, 'arquivos')`,
  ],
  [
    'documents are reached through their store',
    reachIntoStores,
    'features/x/x.server.ts',
    `import { documentPath } from '#parts/file/storage/disk.server.ts'`,
  ],
  [
    'a part of a screen is loaded late through latePart, but where the list says',
    drawLazily,
    'features/x/x/X.tsx',
    `const A = lazy(() => import('#features/x/x/A.tsx'))`,
  ],
  [
    `no function has more than ${longest} lines, but where the list says`,
    runLong,
    'features/x/x.ts',
    `function a() {${'\n'.repeat(longest)}}`,
  ],
]

test.each(rules)('%s', (_name, check, path, planted) => {
  expect(files.length).toBeGreaterThan(80)
  expect(check([source(path, planted)]), 'a planted violation is found').not.toEqual([])
  expect(check(files)).toEqual([])
})

test.each([
  ['rooms', roomOf, 'features/x/a', 'features/x/b'],
  ['parts', roomOf, 'parts/a', 'parts/b'],
  ['folders', cornerOf, 'features/x/x/a', 'features/x/x'],
] as const)('%s import each other in one direction, types included', (_name, placeOf, one, other) => {
  const planted = (path: string, from: string) => source(`${path}/1.ts`, `import type { a } from '#${from}/1.ts'`)
  expect(goInCircles([planted(one, other), planted(other, one)], placeOf), 'a planted circle is found').not.toEqual([])
  expect(goInCircles(files, placeOf)).toEqual([])
})

/** Types by name, with the files that declare one; what a component takes is called `Props` in every file of one. */
const typesIn = (sources: readonly Source[]) =>
  sources.flatMap(file =>
    ofType(file, 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration')
      .map(node => ({ name: String(child(node, 'id').name), path: file.path }))
      .filter(({ name }) => name !== 'Props'),
  )
const shareNames = (sources: readonly Source[]) => {
  const declared = typesIn(sources)
  return declared.filter(one => declared.some(each => each.name === one.name && each.path !== one.path))
}

test('a type has a name of its own, whoever uses it', () => {
  const planted = ['features/x/1.ts', 'server/y.ts'].map(path => source(path, 'interface Found { a: 1 }'))
  expect(shareNames(planted), 'a planted pair is found').toHaveLength(2)
  expect(typesIn(files).length).toBeGreaterThan(600)
  expect(shareNames(files)).toEqual([])
})

/** Values by name that files give to others; the demonstration calls its rows as their sections are, and JSON has words of its own. */
const valuesIn = (sources: readonly Source[]) =>
  sources
    .filter(({ path }) => !path.startsWith('features/platform/demo/') && path !== 'kernel/json.ts')
    .flatMap(file =>
      ofType(file, 'ExportNamedDeclaration')
        .map(node => child(node, 'declaration'))
        .flatMap(node => (Array.isArray(node.declarations) ? node.declarations : [node]))
        .filter(({ type }) => ['VariableDeclarator', 'FunctionDeclaration'].includes(type))
        .map(node => ({ name: String(child(node, 'id').name), path: file.path })),
    )

test('what a file gives to others has a name of its own', () => {
  const twins = (sources: readonly Source[]) => {
    const declared = valuesIn(sources)
    return declared.filter(one => declared.some(each => each.name === one.name && each.path !== one.path))
  }
  const planted = ['features/x/1.ts', 'server/y.ts'].map(path => source(path, 'export const found = 1'))
  expect(twins(planted), 'a planted pair is found').toHaveLength(2)
  expect(valuesIn(files).length).toBeGreaterThan(900)
  expect(twins(files)).toEqual([])
})

/** The alphabet of Brazilian values is data more than machine: documents, numbers and dates, read and shown. */
const alphabet: ReadonlySet<string> = new Set(
  ['brasil', 'day', 'format', 'numeral', 'show', 'typed'].map(name => `kernel/${name}.ts`),
)
const total = (kept: (path: string) => boolean) =>
  files.filter(({ path }) => kept(path)).reduce((sum, file) => sum + linesOfCode(file), 0)
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const budgets: readonly (readonly [string, measured: number, most: number])[] = [
  ['lines of the median file', median(files.map(linesOf)), 80],
  ['lines of the longest file', Math.max(...files.map(linesOf)), 350],
  [
    'lines of code of the kernel',
    total(path => path.startsWith('kernel/') && !path.startsWith('kernel/place/') && !alphabet.has(path)),
    2_200,
  ],
  ['lines of code of its reader of places', total(path => path.startsWith('kernel/place/')), 700],
  ['lines of code of its alphabet', total(path => alphabet.has(path)), 440],
  ['lines of code of the server', total(path => path.startsWith('server/')), 8_305],
  // Markup of one attribute a line counts for more than it says; see decision 20.
  ['lines of code of the web machine', total(path => path.startsWith('web/')), 9_930],
  ['keys of a declaration', keysOf('kernel/resource.ts', 'AnyResource'), 12],
  ['kinds of field', Object.keys(columnTypes).length, 16],
]

test.each(budgets)('%s: %i of at most %i', (_name, measured, most) => {
  expect(measured).toBeGreaterThan(0)
  expect(measured).toBeLessThanOrEqual(most)
})

test('no file is longer than a reader holds in mind', () => {
  expect(files.filter(file => linesOf(file) > 350).map(({ path }) => path)).toEqual([])
})

/** A test tells a story with its data: it may take a little more. */
test('no test that stands beside what it tests is longer than a reader holds in mind', () => {
  const beside = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.test.ts'))
  expect(beside.length).toBeGreaterThan(80)
  expect(beside.filter(path => readFileSync(join(root, path), 'utf8').split('\n').length > 425)).toEqual([])
})

/** Cases of the matrix are a list: one that is longer is of several topics. */
test('no file of cases of the matrix is longer than 350 lines', () => {
  const cases = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.matrix.ts'))
  expect(cases.length).toBeGreaterThan(40)
  expect(cases.filter(path => readFileSync(join(root, path), 'utf8').split('\n').length > 350)).toEqual([])
})

function keysOf(path: string, name: string): number {
  const file = files.find(each => each.path === path)
  const found = file && ofType(file, 'TSInterfaceDeclaration').find(node => child(node, 'id').name === name)
  const members = found && child(found, 'body').body
  return Array.isArray(members) ? members.length : 0
}
