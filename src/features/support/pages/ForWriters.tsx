import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { useUser } from '#web/session/store.ts'

/** Who writes no pages reads them: at the same address they find them to be read. */
export const ForWriters = ({ to = '/paginas', children }: { readonly to?: string; readonly children?: ReactNode }) =>
  can(useUser(), 'pages.update') ? children : <Navigate to={to} replace />
