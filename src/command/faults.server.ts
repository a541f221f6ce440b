import { MissingCopy } from '#parts/copy/apart.server.ts'
import { CopyRefusal } from '#parts/copy/bytes.server.ts'
import { MoveRefusal } from '#parts/file/move.server.ts'
import { WrongSettings, wrongSettingsCode } from '#server/environment.ts'

/** Codes a command ends with, as sysexits.h has them where it has one; docs/operar/comandos.md lists them. */
export const exits = {
  ok: 0,
  failed: 1,
  /** The copy is whole, and documents that rows name are not in it. */
  incomplete: 3,
  usage: 64,
  refused: 65,
  noFile: 66,
  unavailable: 69,
  busy: 75,
  settings: wrongSettingsCode,
} as const
type ExitCode = (typeof exits)[keyof typeof exits]

/** Why a command ended without doing what it was to do. */
export class CommandFault extends Error {
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export const misused = (message: string) => new CommandFault(exits.usage, message)

export function codeOf(error: unknown): ExitCode {
  if (error instanceof CommandFault) return error.code
  if (error instanceof WrongSettings) return exits.settings
  if (error instanceof CopyRefusal || error instanceof MoveRefusal) return exits.refused
  return error instanceof MissingCopy ? exits.noFile : exits.failed
}
