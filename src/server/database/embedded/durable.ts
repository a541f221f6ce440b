import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the engine's own file system keeps of an open file; directories have no descriptor. */
interface Stream {
  readonly node: object
  readonly nfd?: number
}
type Write = readonly [bytes: Uint8Array, offset: number, length: number, position: number, ...unknown[]]
interface FileSystem {
  realPath(node: object): string
  node_ops: { readonly setattr: (node: object, changed: object) => void }
  stream_ops: {
    readonly open: (stream: Stream) => void
    readonly setattr: (stream: Stream, changed: object) => void
    readonly write: (stream: Stream, ...rest: Write) => number
    readonly llseek: (stream: Stream, offset: number, whence: number) => number
    fsync?: (stream: Stream) => number
  }
}
/** SEEK_END of lseek(2). */
const fromEnd = 2

/**
 * The engine's files on disk, with the fsync it leaves out: without it a power loss takes every acknowledged row since the
 * system last felt like writing. Their lengths are remembered, for nobody else writes them: the planner wants those of every
 * table and index it thinks of, and asking the system took a quarter of the engine's time.
 */
export class DurableFiles extends NodeFS {
  /** How often something was forced to the disk, and how many bytes were written, since the engine opened. */
  syncs = 0
  written = 0
  /** By file, in bytes; of those that were asked for and have only grown since. */
  readonly #lengths = new WeakMap<object, number>()

  override init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    // Before the directory is mounted, so that its root obeys too.
    const preRun = [...(options.preRun ?? []), (module: PGlite['Module']) => this.#harden(module.FS.filesystems.NODEFS)]
    return super.init(engine, { ...options, preRun })
  }

  #harden(files: FileSystem): void {
    const { node_ops: ofNodes, stream_ops: ofStreams } = files
    const lengths = this.#lengths
    files.node_ops = {
      ...ofNodes,
      setattr: (node, changed) => {
        lengths.delete(node)
        ofNodes.setattr(node, changed)
      },
    }
    files.stream_ops = {
      ...ofStreams,
      open: stream => {
        lengths.delete(stream.node)
        ofStreams.open(stream)
      },
      setattr: (stream, changed) => {
        lengths.delete(stream.node)
        ofStreams.setattr(stream, changed)
      },
      write: (stream, ...rest) => {
        const length = lengths.get(stream.node)
        // A write that fails may have written some of it.
        lengths.delete(stream.node)
        const bytes = ofStreams.write(stream, ...rest)
        if (length !== undefined) lengths.set(stream.node, Math.max(length, rest[3] + bytes))
        this.written += bytes
        return bytes
      },
      llseek: (stream, offset, whence) => {
        if (whence !== fromEnd) return ofStreams.llseek(stream, offset, whence)
        const length = lengths.get(stream.node) ?? ofStreams.llseek(stream, 0, fromEnd)
        lengths.set(stream.node, length)
        return length + offset
      },
      fsync: stream => {
        if (stream.nfd === undefined) forceToDisk(files.realPath(stream.node))
        else fsyncSync(stream.nfd)
        this.syncs += 1
        return 0
      },
    }
  }
}

export function forceToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** -F turns fsync off; fdatasync, the usual way, does nothing inside this engine. */
const startParams = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'TimeZone=UTC',
  '-c',
  'DateStyle=ISO',
  // What it read stays in the memory of this process, which never gives any back: four times this is its own default.
  '-c',
  'shared_buffers=32MB',
]

/** Extensions are given at every opening; the store only remembers their names. `code` spares compiling the engine anew. */
export const openEngine = (
  files: NodeFS,
  onStderr: NonNullable<PGliteOptions['onStderr']>,
  code?: WebAssembly.Module,
) =>
  PGlite.create({
    fs: files,
    startParams,
    extensions: { amcheck, pg_trgm, unaccent },
    onStderr,
    ...(code && { pgliteWasmModule: code }),
  })

/** Rejects unless a commit reaches the disk before it is acknowledged. */
export async function proveDurable(engine: Pick<PGlite, 'query'>, syncs: () => number): Promise<void> {
  const { rows } = await engine.query<{ fsync: string }>('show fsync')
  const before = syncs()
  await engine.query("select pg_logical_emit_message(true, 'outorga', 'durable')")
  if (rows[0]?.fsync !== 'on' || syncs() === before)
    throw new Error(
      'O banco embutido não está gravando em disco a cada confirmação (fsync). Nada foi aberto, para não perder dados.',
    )
}
