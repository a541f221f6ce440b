#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { copyNow, moveNow, restoreNow, verifyNow } from './command/copies.server.ts'
import { moveFilesNow } from './command/files.server.ts'
import { codeOf, exits, misused } from './command/faults.server.ts'
import { personNow } from './command/people.server.ts'
import { versionNow } from './command/version.server.ts'
import { choreNow, jobsNow, migrationsNow } from './command/work.server.ts'

// The command of the person who runs the product. It reads the same settings as the server, which may be running or not.

const help = `outorga — para quem opera o Outorga

  outorga copiar [ARQUIVO] [--chave ARQUIVO]             tira uma cópia do banco e dos documentos, com o servidor no ar
  outorga verificar ARQUIVO [--chave ARQUIVO] [--abrindo]  lê e prova uma cópia; --abrindo a restaura à parte
  outorga restaurar ARQUIVO [--chave ARQUIVO]            restaura uma cópia num banco vazio
  outorga mudar-banco --para URL                         leva o banco para outro PostgreSQL
  outorga mudar-arquivos --para s3|disco                 leva os documentos para um bucket, ou de volta
  outorga migrar --ver                                   mostra as migrações que o próximo início roda
  outorga usuario criar --nome NOME --email E-MAIL [--perfil PERFIL]
  outorga usuario senha --email E-MAIL                   cria um link para escolher a senha
  outorga usuario segundo-fator --email E-MAIL           remove os segundos fatores de quem os perdeu
  outorga trabalhos                                      mostra os trabalhos que esperam ou falharam
  outorga faxina [ROTINA]                                executa uma rotina; sem nome, mostra quais há
  outorga versao                                         mostra a versão e o commit

Códigos de saída: 0 certo; 1 falhou; 3 cópia feita, faltam documentos; 64 uso errado; 65 cópia recusada;
66 arquivo que não existe; 69 banco fora do ar; 75 em uso, tente depois; 78 configuração.`

function readArguments(given: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        chave: { type: 'string' },
        abrindo: { type: 'boolean', default: false },
        para: { type: 'string' },
        ver: { type: 'boolean', default: false },
        nome: { type: 'string' },
        email: { type: 'string' },
        perfil: { type: 'string' },
        ajuda: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return { values, positionals }
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error))
  }
}

async function run(given: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(given)
  const [command, file, ...rest] = positionals
  if (rest.length) throw misused(`Sobra “${rest.join(' ')}”. Para ver como se usa: outorga --ajuda`)
  const copy = { file, keyFile: values.chave }
  switch (values.ajuda || values.help ? 'ajuda' : command) {
    case 'copiar':
      return copyNow(copy)
    case 'verificar':
      return verifyNow({ ...copy, open: values.abrindo })
    case 'restaurar':
      return restoreNow(copy)
    case 'mudar-banco':
      return moveNow(values.para)
    case 'mudar-arquivos':
      return moveFilesNow(values.para)
    case 'migrar':
      if (!values.ver) throw misused('As migrações rodam ao iniciar o servidor. Para ver quais: outorga migrar --ver')
      return migrationsNow()
    case 'usuario':
      return personNow({ act: file, email: values.email, name: values.nome, profile: values.perfil })
    case 'trabalhos':
      return jobsNow()
    case 'faxina':
      return choreNow(file)
    case 'versao':
      return versionNow()
    case 'ajuda':
      process.stdout.write(`${help}\n`)
      return exits.ok
    case undefined:
      throw misused(help)
    default:
      throw misused(`Não há comando “${command}”.\n\n${help}`)
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return codeOf(error)
})
