import {
  clientCases,
  owners,
  responsibleCases,
  sees,
  textFile,
  type MatrixCase,
  type MatrixCases,
} from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases on a coleta by its key: of an own client, and of a foreign one. */
const coletaCases = (
  world: World,
  who: Principal,
  url: (collect: string) => string,
  own = 200,
): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: url(world.target('collects', owner)?.uuid ?? ''),
    status: sees(who, owner) ? own : 404,
  }))

export const collectsMatrix: MatrixCases = {
  'collects.responsavel': (world, who) => responsibleCases(world, who, 'collects'),
  'collects.conferencia': (world, who) => coletaCases(world, who, collect => `collects/${collect}/conferencia`),
  'clients.acessos': (world, who) => clientCases(world, who, client => `clients/${client}/acessos`),
  'collects.reports': (world, who) => coletaCases(world, who, collect => `collects/${collect}/reports`),
  'collects.reports.pdf': (world, who) => coletaCases(world, who, collect => `collects/${collect}/reports/pdf`),
  'collects.formulario': (world, who) => coletaCases(world, who, collect => `collects/${collect}/formulario`),
  'collects.versoes': (world, who) => coletaCases(world, who, collect => `collects/${collect}/versoes`),
  'collects.reconhecer': (world, who) =>
    coletaCases(world, who, collect => `collects/${collect}/reconhecer`, 409).map(each => ({
      ...each,
      body: { findings: ['nenhum'], reason: 'Não há tal aviso' },
    })),
  'collects.proxima-pendente': (world, who) =>
    coletaCases(world, who, collect => `collects/${collect}/proxima-pendente`),
  // A coleta is finished before it is sent, and sent before its file is refused.
  'collects.enviar': (world, who) => coletaCases(world, who, collect => `collects/${collect}/enviar`, 409),
  'collects.erro': (world, who) =>
    coletaCases(world, who, collect => `collects/${collect}/erro`, 409).map(each => ({
      ...each,
      body: { error: 'Linha 2' },
    })),
  'collects.recibo': (world, who) =>
    coletaCases(world, who, collect => `collects/${collect}/recibo?name=a.txt`, 409).map(each => ({
      ...each,
      ...textFile,
    })),
  'collects.desfazer': (world, who) =>
    coletaCases(world, who, collect => `collects/${collect}/desfazer`, 409).map(each => ({
      ...each,
      body: { step: 'finalizar' },
    })),
}
