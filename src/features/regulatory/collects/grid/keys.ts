import type { Move } from '#features/regulatory/collects/grid/rows.ts'

/** A key gives this command on a cell outside typing. */
export type Command =
  | { readonly act: 'move'; readonly move: Move; readonly extend: boolean }
  | { readonly act: 'tab' | 'enter'; readonly way: 1 | -1 }
  | { readonly act: 'edit'; readonly how: 'type' | 'change' }
  | {
      readonly act:
        | 'clear'
        | 'fill'
        | 'aside'
        | 'duplicate'
        | 'insert'
        | 'remove'
        | 'undo'
        | 'redo'
        | 'select-all'
        | 'leave'
    }

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const arrows: Readonly<Record<string, Move>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  ArrowLeft: { cols: -1 },
  ArrowRight: { cols: 1 },
}
/** Lines a page of the keyboard goes over. */
const page = 15
const jumps: Readonly<Record<string, Move>> = {
  PageUp: { rows: -page },
  PageDown: { rows: page },
  Home: { cols: -1, far: 'row' },
  End: { cols: 1, far: 'row' },
}
const ends: Readonly<Record<string, Move>> = {
  Home: { rows: -1, cols: -1, far: 'all' },
  End: { rows: 1, cols: 1, far: 'all' },
}
const changes = { act: 'edit', how: 'change' } as const
const plainKeys: Readonly<Record<string, Command>> = {
  F2: changes,
  F4: changes,
  Delete: { act: 'clear' },
  Backspace: { act: 'clear' },
  Insert: { act: 'insert' },
  Escape: { act: 'leave' },
}
const withControl: Readonly<Record<string, Command>> = {
  a: { act: 'select-all' },
  d: { act: 'fill' },
  z: { act: 'undo' },
  y: { act: 'redo' },
  Enter: { act: 'duplicate' },
  Delete: { act: 'remove' },
}

/** As spreadsheets have it; null is the browser's, or the page's, to understand. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command | null {
  const control = ctrlKey || metaKey
  if (altKey) return key === 'ArrowDown' && !control ? changes : null
  const move = control
    ? (ends[key] ?? (arrows[key] && { ...arrows[key], far: 'all' as const }))
    : (arrows[key] ?? jumps[key])
  if (move) return { act: 'move', move, extend: shiftKey }
  if (control) {
    if (shiftKey && key.toLowerCase() === 'z') return { act: 'redo' }
    if (shiftKey && key.toLowerCase() === 'x') return { act: 'aside' }
    return withControl[key.length === 1 ? key.toLowerCase() : key] ?? null
  }
  if (key === 'Tab') return { act: 'tab', way: shiftKey ? -1 : 1 }
  if (key === 'Enter') return { act: 'enter', way: shiftKey ? -1 : 1 }
  // A dead key begins an accented letter.
  if (key.length === 1 || key === 'Dead' || key === 'Process') return { act: 'edit', how: 'type' }
  return plainKeys[key] ?? null
}
