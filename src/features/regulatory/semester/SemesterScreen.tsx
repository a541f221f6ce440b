import type { SemesterLook } from '#features/regulatory/semester/semester.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
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

function useLook(): readonly [SemesterLook, (change: Partial<SemesterLook>) => void] {
  const { searchStr } = useLocation()
  const go = useNavigate()
  const [now] = useState(() => lastSemester(dayIn(new Date()).day))
  const asked = new URLSearchParams(searchStr)
  const [, year, half] = /^(\d{4})-([12])$/.exec(asked.get('semestre') ?? '') ?? []
  const look: SemesterLook = {
    ...(year ? { year: Number(year), semester: half === '2' ? 2 : 1 } : now),
    client: asked.get('cliente') ?? '',
    words: asked.get('busca') ?? '',
    only: asked.get('situacao') ?? '',
  }
  const change = (part: Partial<SemesterLook>) => {
    const { client, words, only, ...of } = { ...look, ...part }
    const search = {
      semestre: `${of.year}-${of.semester}`,
      ...(client && { cliente: client }),
      ...(words && { busca: words }),
      ...(only && { situacao: only }),
    }
    void go({ to: '.', search, replace: true })
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
