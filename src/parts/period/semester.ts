import { lastDay, periodOf, type Period } from '#parts/period/period.ts'

export interface Semester {
  readonly year: number
  readonly semester: 1 | 2
}
export interface Quarter {
  /** 1 to 4, of the year. */
  readonly quarter: number
  readonly months: readonly Period[]
  /** 'AAAA-MM-DD'. */
  readonly lastDay: string
}

/** Its two quarters. */
export const quartersOf = ({ year, semester }: Semester): readonly Quarter[] =>
  [semester * 2 - 1, semester * 2].map(quarter => {
    const months = [2, 1, 0].map(back => ({ year, month: quarter * 3 - back }))
    return { quarter, months, lastDay: lastDay({ year, month: quarter * 3 }) }
  })
export const monthsOf = (semester: Semester) => quartersOf(semester).flatMap(({ months }) => months)

export const semesterInWords = ({ year, semester }: Semester) => `${semester}º semestre de ${year}`
export const semesterBefore = ({ year, semester }: Semester): Semester =>
  semester === 1 ? { year: year - 1, semester: 2 } : { year, semester: 1 }
export const semesterAfter = ({ year, semester }: Semester): Semester =>
  semester === 2 ? { year: year + 1, semester: 1 } : { year, semester: 2 }
/** The last one that ended before a day, 'AAAA-MM-DD'. */
export const lastSemester = (today: string): Semester => {
  const { year, month } = periodOf(today)
  return semesterBefore({ year, semester: month <= 6 ? 1 : 2 })
}
/** When it is filed: in August what went until June, in May what went until December (practice; no rule was found). */
export const windowOf = ({ year, semester }: Semester) =>
  semester === 1
    ? { from: `${year}-08-01`, until: `${year}-08-31` }
    : { from: `${year + 1}-05-01`, until: `${year + 1}-05-31` }
