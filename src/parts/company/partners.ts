import { foldText } from '#kernel/text.ts'
import type { Activity, Partner } from '#parts/company/company.ts'

const called = ({ name }: { readonly name: string }) => foldText(name).trim()
const isWhole = (document: string | null) => document !== null && !document.includes('*')

/** The partners the registry names: those already known keep their line, and a document written in full. */
export const partnersAfter = (held: readonly Partner[], found: readonly Partner[]): readonly Partner[] =>
  found.map(partner => {
    const known = held.find(each => called(each) === called(partner))
    if (!known) return partner
    const document = isWhole(known.document) ? known.document : (partner.document ?? known.document)
    return { ...known, ...partner, document }
  })

/** The activities the registry names, in its order, the main one first. */
export const activitiesAfter = (held: readonly Activity[], found: readonly Activity[]): readonly Activity[] =>
  found.map(activity => ({ ...held.find(({ code }) => code === activity.code), ...activity }))

/** Who comes in and who goes out, by name; nobody when nothing changes. */
export function comingAndGoing(
  held: readonly { readonly name: string }[],
  after: readonly { readonly name: string }[],
) {
  const [was, is] = [new Set(held.map(called)), new Set(after.map(called))]
  return {
    coming: after.filter(each => !was.has(called(each))).map(({ name }) => name),
    going: held.filter(each => !is.has(called(each))).map(({ name }) => name),
  }
}
