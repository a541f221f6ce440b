import type { SemesterLook } from '#features/regulatory/semester/semester.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { ClientSemester } from '#features/regulatory/semester/ClientSemester.tsx'
import { EverySemester } from '#features/regulatory/semester/EverySemester.tsx'
import {
  lastSemester,
  semesterInWords,
  semesterAfter,
  semesterBefore,
  windowOf,
  type Semester,
} from '#parts/period/semester.ts'
import styles from '#features/regulatory/semester/semester.module.css'
import { shapedParameter, textParameter, useAddress } from '#web/route/search.ts'

const keyOfSemester = ({ year, semester }: Semester) => `${year}-${semester}`
const semesterParameters = {
  semestre: { ...shapedParameter(/^\d{4}-[12]$/), fallback: () => keyOfSemester(lastSemester(dayIn(new Date()).day)) },
  cliente: textParameter,
  busca: textParameter,
  situacao: textParameter,
}

function useLook(): readonly [SemesterLook, (change: Partial<SemesterLook>) => void] {
  const [{ semestre, cliente, busca, situacao }, changeAddress] = useAddress(semesterParameters)
  const look: SemesterLook = {
    year: Number(semestre.slice(0, 4)),
    semester: semestre.endsWith('2') ? 2 : 1,
    client: cliente,
    words: busca,
    only: situacao,
  }
  const change = (part: Partial<SemesterLook>) => {
    const next = { ...look, ...part }
    changeAddress({ semestre: keyOfSemester(next), cliente: next.client, busca: next.words, situacao: next.only })
  }
  return [look, change]
}

/** The economic-financial collection: whose semester is whole, what is missing, and the files. */
export default function SemesterScreen() {
  const [look, change] = useLook()
  const { from, until } = windowOf(look)
  const facts = `A Anatel costuma receber de ${showDate(from)} a ${showDate(until)}: confira no site.`
  const input = <SemesterInput value={look} onChange={change} />
  return look.client ? (
    <ClientSemester key={look.client} look={look} facts={facts} input={input} />
  ) : (
    <EverySemester look={look} facts={facts} input={input} onLook={change} />
  )
}

function SemesterInput({ value, onChange }: { readonly value: Semester; readonly onChange: (to: Semester) => void }) {
  return (
    <div className={styles.semester} role="group" aria-label="Semestre">
      <ActionIcon aria-label="Semestre anterior" onClick={() => onChange(semesterBefore(value))}>
        <IconChevronLeft size={18} stroke={1.5} />
      </ActionIcon>
      <strong aria-live="polite">{semesterInWords(value)}</strong>
      <ActionIcon aria-label="Semestre seguinte" onClick={() => onChange(semesterAfter(value))}>
        <IconChevronRight size={18} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}
