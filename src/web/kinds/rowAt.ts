import { createContext } from 'react'

/** The row whose form or facts are drawn: what its run-time fields hold files for, and where they are defined. */
export const RowAt = createContext<{ readonly path: string; readonly uuid: string } | null>(null)
