import { showBytes, showDecimal } from '#kernel/show.ts'
import { tuning } from '#server/database/database.ts'
import type { HealthCheck } from '#server/health.ts'

export const databaseHealth: HealthCheck = {
  key: 'banco',
  title: 'Banco de dados',
  read: async ({ house }) => {
    const { banco, motivos } = await house.readiness()
    const ofDatabase = motivos.filter(each => each.startsWith('O banco'))
    const { totalCount, waitingCount, options } = house.database.pool
    if (!banco || ofDatabase.length)
      return { state: 'parado', text: `${ofDatabase.join(' ')} Enquanto isso, nada novo é gravado.` }
    const connections = `${totalCount} de ${options.max} conexões abertas`
    return waitingCount
      ? {
          state: 'atencao',
          text: `Todas as ${connections}, e ${waitingCount} pedidos esperam por uma. Se continuar assim, aumente DATABASE_POOL ou veja o que está lento.`,
        }
      : { state: 'ok', text: `Lê e grava, e responde em ${showDecimal(banco.ms)} ms. ${connections}.` }
  },
}

/** Free bytes from which somebody should make room. */
const littleRoom = 2e9

export const diskHealth: HealthCheck = {
  key: 'disco',
  title: 'Espaço em disco',
  read: async ({ house }) => {
    const { pasta, motivos } = await house.readiness()
    const inFolder = motivos.filter(each => each.startsWith('A pasta'))
    if (!pasta || inFolder.length) return { state: 'parado', text: inFolder.join(' ') }
    const room = `${showBytes(pasta.livres)} livres no disco da pasta de dados.`
    return pasta.livres < littleRoom
      ? {
          state: 'atencao',
          text: `${room} Abaixo de ${showBytes(tuning.freeFloor)}, o sistema só deixa ler: abra espaço.`,
          link: { to: '/manutencao', label: 'Ver o que ocupa', needs: 'manutencao.index' },
        }
      : { state: 'ok', text: room }
  },
}

/** Only an installation that has a standby reads from one. */
export const replicaHealth: HealthCheck = {
  key: 'replica',
  title: 'Réplica de leitura',
  read: async ({ house: { database, config } }) => {
    if (!database.copy) return null
    const lag = await database.copy.lag().catch(() => null)
    if (lag === null)
      return {
        state: 'atencao',
        text: 'A réplica de DATABASE_READ_URL não responde, ou não segue mais o banco: exportações leem o próprio banco.',
      }
    return lag > config.DATABASE_READ_LAG_SECONDS
      ? {
          state: 'atencao',
          text: `Está ${showDecimal(Math.round(lag))} s atrasada: exportações leem o próprio banco enquanto ela não o alcança.`,
        }
      : { state: 'ok', text: `Segue o banco, com ${showDecimal(Math.round(lag * 10) / 10)} s de atraso.` }
  },
}
