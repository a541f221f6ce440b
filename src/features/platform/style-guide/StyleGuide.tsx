import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Fields } from '#kernel/field.ts'
import * as field from '#kernel/field.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/platform/style-guide/style-guide.module.css'
import { Cell } from '#web/kinds/cell.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { Show } from '#web/kinds/Show.tsx'
import { Table } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { popup } from '#web/ui/popup.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

/** One field of each kind, and of each format a text may have. */
const fields: Fields = {
  texto: field.text('Texto', { required: true }),
  documento: field.text('CPF ou CNPJ', { format: 'document' }),
  telefone: field.text('Telefone', { format: 'phone' }),
  cep: field.text('CEP', { format: 'zipcode' }),
  fistel: field.text('Fistel', { format: 'fistel', hint: '11 dígitos, com os dois verificadores' }),
  longo: field.longtext('Texto longo'),
  rico: field.richtext('Texto com formatação'),
  inteiro: field.integer('Inteiro'),
  decimal: field.decimal('Decimal', { scale: 3 }),
  dinheiro: field.money('Dinheiro (R$)'),
  porcento: field.percent('Percentual (%)'),
  sim: field.flag('Sim ou não'),
  data: field.date('Data'),
  instante: field.instant('Instante', { writable: false }),
  escolha: field.choice({ aberta: 'Em aberto', pronta: 'Pronta', enviada: 'Enviada' }, 'Escolha'),
  ref: field.ref('plans', 'Referência'),
  linhas: field.lineList({ nome: field.text('Nome'), valor: field.money('Valor (R$)') }, 'Linhas'),
}
const values: Readonly<Record<string, unknown>> = {
  texto: 'Rádio Vale Telecom Ltda',
  documento: '11222333000181',
  telefone: '12997123456',
  cep: '12020000',
  fistel: '50400000131',
  longo: 'Primeira linha\nSegunda linha',
  rico: '<p>Com <strong>destaque</strong>.</p>',
  inteiro: 2026,
  decimal: 1234.5,
  dinheiro: 1234.56,
  porcento: 18,
  sim: true,
  data: '2026-11-20',
  instante: '2026-11-20T15:30:00Z',
  escolha: 'pronta',
  ref: { id: 1, uuid: '', name: 'Completo' },
  linhas: [{ nome: 'Instalação', valor: 90 }],
}
const colors =
  'canvas surface sunken ink ink-2 ink-3 line line-strong accent accent-soft ok ok-soft atencao atencao-soft erro erro-soft info info-soft neutro neutro-soft danger'
const chips = [
  ['neutro', 'Rascunho'],
  ['info', 'Em aberto'],
  ['atencao', 'Com avisos'],
  ['ok', 'Processada'],
  ['erro', 'Com erro'],
] as const

/** What the interface is made of, side by side, with nothing behind it. */
export default function StyleGuide() {
  return (
    <Page title="Guia de estilo">
      <Stack gap="lg">
        <Kinds />
        <Part title="Estados">
          <Group gap="sm">
            {chips.map(([tone, words]) => (
              <StatusChip key={words} tone={tone}>
                {words}
              </StatusChip>
            ))}
          </Group>
        </Part>
        <Part title="Botões, avisos e perguntas">
          <Group gap="sm">
            <Button onClick={() => toast('Coleta salva')}>Aviso</Button>
            <Button variant="default" onClick={() => toast('Cliente inativado', { undo: () => toast('Desfeito') })}>
              Aviso com volta
            </Button>
            <Button variant="default" onClick={() => popup({ type: 'success', message: 'Coleta salva com sucesso.' })}>
              Janela de sucesso
            </Button>
            <Button variant="default" onClick={() => popup({ type: 'error', message: 'O registro mudou de estado.' })}>
              Janela de erro
            </Button>
            <Button variant="outline" color="danger" onClick={() => void ask()}>
              Pergunta
            </Button>
            <BusyButton busy doing="Salvando…">
              Salvar
            </BusyButton>
            <Button disabled>Sem permissão</Button>
          </Group>
        </Part>
        <Part title="Nada, ou algo errado">
          <div className={styles.pair}>
            <EmptyState title="Nenhuma coleta ainda" text="Comece registrando a primeira.">
              <Button>Nova coleta</Button>
            </EmptyState>
            <ErrorState error={new Error('Sem conexão com o servidor.')} onRetry={() => toast('De novo')} />
          </div>
        </Part>
        <Part title="Tipos">
          <h1>Título da página</h1>
          <h2>Título de seção</h2>
          <h3>Título de grupo</h3>
          <Text>Texto corrido, com 1.234,56 e um identificador: 11.222.333/0001-81.</Text>
          <p className="meta">Informação de apoio</p>
          <p className="figure">1.234</p>
        </Part>
        <Part title="Cores">
          <ul className={styles.colors}>
            {colors.split(' ').map(name => (
              <li key={name}>
                <span style={{ background: `var(--${name})` }} />
                {name}
              </li>
            ))}
          </ul>
        </Part>
      </Stack>
    </Page>
  )
}

const ask = async () => {
  const yes = await confirm({
    title: 'Excluir o cliente Rádio Vale?',
    text: '14 tarefas e 3 enlaces deixam de aparecer.',
    act: 'Excluir cliente',
    danger: true,
  })
  toast(yes ? 'Cliente excluído' : 'Nada foi excluído', { type: 'info' })
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className={styles.part} title={title}>
    {children}
  </Card>
)

/** Every kind as a list cuts it, as a record shows it, without a value, and as a form takes it. */
function Kinds() {
  const [typed, setTyped] = useState(values)
  return (
    <Part title="Campos">
      <Table
        label="Cada tipo de campo na lista, na ficha, vazio e no formulário"
        columns={[
          { key: 'kind', title: 'Tipo', names: true, cell: ([, { label }]) => label },
          { key: 'list', title: 'Na lista', cell: ([name, each]) => <Cell field={each} value={values[name]} /> },
          { key: 'record', title: 'Na ficha', cell: ([name, each]) => <Show field={each} value={values[name]} /> },
          { key: 'empty', title: 'Vazio', cell: ([, each]) => <Show field={each} value={null} /> },
          {
            key: 'form',
            title: 'No formulário',
            className: styles.input,
            cell: ([name, each]) => (
              <Input
                name={name}
                field={each}
                value={each.kind === 'ref' ? 1 : typed[name]}
                onChange={value => setTyped({ ...typed, [name]: value })}
                known={each.kind === 'ref' ? 'Completo' : undefined}
              />
            ),
          },
        ]}
        rows={Object.entries(fields)}
        keyOf={([name]) => name}
        look="plain"
      />
    </Part>
  )
}
