import { daysFrom } from '#features/platform/demo/days.ts'
import { cnpjFrom } from '#features/platform/demo/numbers.ts'

export const empresas = [
  {
    nome_fantasia: 'Meridiano Outorgas',
    razao_social: 'Meridiano Consultoria em Telecomunicações Ltda',
    cnpj: cnpjFrom('318402760001'),
    representante_primeiro_nome: 'Ana',
    cep: '12030000',
    logradouro: 'Avenida das Antenas',
    numero: '480',
    complemento: 'sala 12',
    bairro: 'Jardim Ilustração',
    telefone: '+551230000480',
    email: 'notas@meridiano.example',
  },
  {
    nome_fantasia: 'Farol Regulatório',
    razao_social: 'Farol Assessoria Regulatória e Projetos de Telecomunicações Ltda',
    cnpj: cnpjFrom('402917350001'),
    representante_primeiro_nome: 'Diego',
    cep: '12020000',
    logradouro: 'Rua do Farol',
    numero: '77',
    complemento: null,
    bairro: 'Centro',
    telefone: '+551230000077',
    email: 'notas@farol.example',
  },
]

export interface DemoPerson {
  readonly name: string
  readonly email: string
  readonly profile: 'administrador' | 'colaborador' | 'cliente'
  /** Its place in `empresas`; null for all of them. */
  readonly empresa: number | null
  /** The next birthday, in days from today; null keeps it to themselves. */
  readonly birthdayIn: number | null
  readonly born: number
  /** May enter with the password of the demonstration. */
  readonly enters: boolean
  /** Places of the providers whose coletas they see. */
  readonly clients: readonly number[]
}

const staff = { profile: 'colaborador', enters: true, clients: [] } as const
const client = { profile: 'cliente', enters: true, birthdayIn: null } as const

export const people: readonly DemoPerson[] = [
  {
    ...staff,
    name: 'Ana Beatriz Nogueira',
    email: 'ana@outorga.example',
    profile: 'administrador',
    empresa: null,
    birthdayIn: 47,
    born: 1981,
  },
  { ...staff, name: 'Bruno Carvalho', email: 'bruno@outorga.example', empresa: null, birthdayIn: 3, born: 1990 },
  { ...staff, name: 'Camila Duarte', email: 'camila@outorga.example', empresa: 0, birthdayIn: 12, born: 1994 },
  { ...staff, name: 'Diego Fontana', email: 'diego@outorga.example', empresa: 1, birthdayIn: 26, born: 1987 },
  {
    ...staff,
    name: 'Maria Antonieta de Albuquerque e Vasconcelos',
    email: 'antonieta@outorga.example',
    enters: false,
    empresa: 0,
    birthdayIn: 0,
    born: 1976,
  },
  {
    ...staff,
    name: 'Thiago Lessa',
    email: 'thiago@outorga.example',
    enters: false,
    empresa: 1,
    birthdayIn: 35,
    born: 1999,
  },
  { ...client, name: 'Helena Toledo', email: 'helena@valeaguasfibra.example', empresa: 0, born: 1985, clients: [0] },
  {
    ...client,
    name: 'Ricardo Hoffmann',
    email: 'ricardo@ghtelecom.example',
    empresa: 0,
    born: 1979,
    clients: [15, 16],
  },
  {
    ...client,
    name: 'Socorro Bezerra',
    email: 'socorro@araripefibra.example',
    empresa: 1,
    born: 1991,
    clients: [26, 28],
  },
]

/** A birth date whose next birthday is `days` after `today`, both 'AAAA-MM-DD'; a 29th of February becomes the 28th. */
export function birthday(today: string, days: number, year: number): string {
  const day = daysFrom(today, days).slice(5)
  return `${year}-${day === '02-29' ? '02-28' : day}`
}
