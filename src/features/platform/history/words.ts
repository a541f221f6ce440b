import { join } from '#kernel/text.ts'
import { linesIn } from '#features/platform/history/lines.ts'

/** What happened to the lines of a row: '2 linhas novas e 1 retirada'. */
export function lineChangesInWords(before: unknown, after: unknown): string {
  const [was, is] = [linesIn(before), linesIn(after)]
  const known = new Map(was.map(line => [line.id, line]))
  const stayed = is.filter(({ id }) => id !== undefined && known.has(id))
  const changed = stayed.filter(line =>
    Object.entries(line).some(([key, value]) => JSON.stringify(known.get(line.id)?.[key]) !== JSON.stringify(value)),
  ).length
  const gone = was.length - stayed.length
  const fresh = is.length - stayed.length
  const parts = [
    ...(fresh ? [`${fresh} ${fresh === 1 ? 'linha nova' : 'linhas novas'}`] : []),
    ...(gone ? [`${gone} ${gone === 1 ? 'linha retirada' : 'linhas retiradas'}`] : []),
    ...(changed ? [`${changed} ${changed === 1 ? 'linha mudada' : 'linhas mudadas'}`] : []),
  ]
  return join(parts) || 'Linhas reordenadas'
}

/** What history calls the end of a row. */
export const deletion = 'Exclusão'
const events: Readonly<Record<string, string>> = {
  store: 'Registro criado',
  update: 'Alteração',
  destroy: deletion,
  enable: 'Reativação',
  disable: 'Inativação',
  restaurar: 'Restauração',
  esquecer: 'Esquecimento, passado o prazo',
  'manutencao.executar': 'Rotina executada a pedido',
  reconhecer: 'Avisos reconhecidos',
  enviar: 'Envio à Anatel',
  gerar: 'Arquivos gerados',
  'desfazer-envio': 'Envio desfeito',
  'collects.desfazer': 'Passo desfeito',
  'desfazer-processada': 'Volta a Enviada',
  protocolo: 'Protocolo registrado',
  'infrastructure-filings.retificar': 'Retificação aberta',
  erro: 'Erro da Anatel',
  'dados-pessoais': 'Dados pessoais baixados',
  login: 'Entrada',
  'login-refused': 'Entrada recusada',
  logout: 'Saída',
  'users.copia-recusada': 'Cópia de um acesso recusada',
  'users.token-criado': 'Token criado',
  'users.token-encerrado': 'Token encerrado',
  'password-recovery': 'Pedido de nova senha',
  'reset-password': 'Senha escolhida pelo link',
  'users.me.empresa': 'Troca da empresa em visualização',
  'users.me.sessions.destroy': 'Sessão encerrada',
  'copiar-convite': 'Link do convite copiado',
  'redefinir-segundo-fator': 'Segundo fator redefinido',
  'profiles.segundo-fator.update': 'Exigência do segundo fator',
  'users.me.totp.confirmar': 'Aplicativo de códigos cadastrado',
  'users.me.passkeys.store': 'Chave de acesso cadastrada',
  'users.me.segundo-fator.update': 'Segundo fator renomeado',
  'users.me.segundo-fator.destroy': 'Segundo fator removido',
  'users.me.codigos.store': 'Códigos de recuperação trocados',
  'users.me.aparelhos.destroy': 'Aparelho lembrado esquecido',
  'ver-como': 'Visto como o cliente',
  'tickets.mesclar': 'Mesclado em outro chamado',
  'tickets.separar': 'Separado do outro chamado',
  'tickets.dividir': 'Separado deste chamado',
  'ticket-messages.dividir': 'Levada a outro chamado',
  'tickets.macro': 'Macro aplicada',
  'clients.unificar': 'Unificação com outro cliente',
  'clients.unificado': 'Unificação em outro cliente',
  'clients.desfazer-unificacao': 'Unificação desfeita',
  'clients.separado': 'Unificação desfeita',
  'sair-da-visao': 'Fim da visão do cliente',
}
/** 'clients.update' → 'Alteração'; an action shows its label. */
export const eventInWords = (event: string, labels: Readonly<Record<string, { readonly label: string }>> = {}) => {
  const verb = event.split('.').at(-1) ?? ''
  return events[event] ?? events[verb] ?? labels[verb]?.label ?? event
}
