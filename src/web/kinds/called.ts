import { createContext } from 'react'

/** What the people of a list are called in it, by id; empty outside of lists. */
export const CalledPeople = createContext<ReadonlyMap<number, string>>(new Map())
