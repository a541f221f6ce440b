import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

/** '(/clients/3f2a…)': how a line of history names another record. */
const address = /\((\/[a-z][a-z-]*\/[0-9a-f]{8}-[0-9a-f-]{27})\)/g

/** The reason of a line of history; the address of a record in it is a link. */
export const ReasonText = ({ of }: { readonly of: string }) =>
  // The parts between addresses, and each address itself, take turns.
  of
    .split(address)
    // oxlint-disable-next-line react/no-array-index-key -- the text of a line never changes
    .map((part, at) => <Fragment key={at}>{at % 2 ? <>({<Link to={part}>abrir</Link>})</> : part}</Fragment>)
