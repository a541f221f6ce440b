/** The outcome that a word of a receipt means: accepted, refused and others. */
export type MarkKind =
  /** It was turned down, or something in it is wrong. */
  | 'bad'
  /** Somebody is to do it again: addressed to the party that was turned down. */
  | 'fix'
  /** It was taken. */
  | 'good'
  /** Something came to its end; what, only the words beside it say. */
  | 'fair'
  /** It was found, or it agrees: says something only where it is denied. */
  | 'seen'
  | 'came'
  | 'queue'
  | 'pending'
  | 'part'

const adjective = 'o a os as'
const forms = (ending: string, ...stems: readonly string[]) =>
  stems.flatMap(stem => ending.split(' ').map(each => stem + each))
const plainWords = (words: string) => words.split(/\s+/).filter(Boolean)

const good = [
  ...forms(`${adjective} ou aram amos`, 'aceit'),
  ...forms(
    adjective,
    ...plainWords(
      'aprovad processad validad homologad deferid acolhid incorporad gravad quitad liquidad recolhid autorizad aproveitad importad compensad averbad efetivad consolidad absorvid integrad computad contabilizad admitid adimplid cumprid pag',
    ),
  ),
  ...forms(
    'ou aram amos',
    ...plainWords('aprov process valid homolog incorpor grav efetiv consolid integr import autoriz aproveit'),
  ),
  ...forms('iu iram imos', 'defer'),
  ...forms('eu eram emos', 'acolh'),
  ...plainWords(
    'provimento acolhimento homologo acolho defiro aprovo autorizo adimplente accepted approved processed success successful',
  ),
]
const fair = [
  ...forms(
    adjective,
    ...plainWords('concluid efetuad finalizad confirmad autenticad lid realizad atendid executad publicad'),
  ),
  ...plainWords(
    'sucesso exito ok aceite passou passaram atende atendeu atendem entrou entraram regular valido valida validos validas done',
  ),
]
const seenWords = [
  ...forms(
    adjective,
    ...plainWords('localizad encontrad identificad reconhecid verificad apresentad comprovad assinad cadastrad'),
  ),
  ...plainWords(
    'confere conferem existe existem consta constam constou corresponde correspondem apto apta aceitacao cumpriu cumpriram cumpre serve servem seguiu seguiram prosperou prosperaram',
  ),
]
const bad = [
  ...forms(
    'amos aram ou a am',
    ...plainWords(
      'recus rejeit neg deneg rechac derrub expurg contest descart reprov glos anul bloque desconsider revog impugn desprez desclassific inabilit invalid cancel',
    ),
  ),
  ...forms('imos iu iram', ...plainWords('indefer exclu')),
  ...forms('emos eu eram', ...plainWords('devolv')),
  ...forms(
    adjective,
    ...plainWords(
      'rechacad truncad derrubad expurgad recusad rejeitad errad invalid invalidad indeferid cancelad descartad devolvid negad denegad anulad nul estornad bloquead incorret incomplet reprovad glosad vencid expirad interrompid abortad malsucedid impeditiv impedid desconsiderad desconhecid duplicad intempestiv extemporane ignorad excluid ilegitim insubsistent suspens revogad malformad corrompid danificad barrad retid travad prejudicad inadmitid inabilitad desclassificad impugnad eliminad removid repelid refutad vedad apagad desfeit desprezad desprovid substituid viciad fracassad perdid arquivad omiss extraviad contestad limitad',
    ),
  ),
  ...plainWords(`recusou recusaram recusamos recusa rejeicao rejeicoes rejeitou rejeitamos erro erros error errors falha falhas falhou
    falharam failed failure rejected denied invalid unprocessable inconsistencia inconsistencias inconsistente inconsistentes
    indefiro indeferimento cancelou divergencia divergencias divergente divergentes irregular irregulares irregularidade
    irregularidades descarte devolucao devolvemos nego negou nulidade estorno incompativel incompativeis reprovou reprovacao glosa
    inadimplente inadimplentes inadimplencia insucesso impedimento impedimentos ausente ausentes faltante faltantes duplicidade
    extemporaneidade inexistente inexistentes ilegitimidade ilegivel ilegiveis insuficiente insuficientes insubsistente inapta inapto
    critica criticas problema problemas malha improcedente inadmissivel infelizmente lamentamos impossivel impossibilidade
    pendencia pendencias debitos negativa recusar anomalia anomalias violacao violacoes infracao infracoes
    desconformidade desconformidades inelegivel refused aborted
    vicio vicios insanavel insanaveis inconformidade inconformidades faltando timeout anormal anormalmente desacordo nok
    fracasso excede excedem excedeu excederam difere diferem caiu cairam perdeu perda pague pagar desfavoravel autuacao descumprimento excesso
    ocorrencia ocorrencias insatisfatorio insatisfatoria insatisfatorios vazio vazia ko falta faltam faltou faltaram`),
]
const fix = [
  ...plainWords(`corrija corrijam corrigir refaca refazer refeito refeita refeitos refeitas reenvie reenviar reenvio
    reapresente reapresentar reapresentado reapresentada reapresentados reapresentadas reapresentacao retransmita retransmitir
    retransmissao retifique retificar regularize regularizar ajuste ajustar providencie complemente sanar
    reprocessar reprocesse reprocessamento preencha repita repetir rever reveja revejam revise revisar`),
]
const came = [
  ...forms(
    adjective,
    ...plainWords('carregad recebid recepcionad transmitid protocolad protocolizad enviad encaminhad'),
  ),
  ...plainWords(
    'recebimento recebemos acusamos entregue entregues recibo recibos comprovante comprovantes upload received submitted',
  ),
]
const pending = [
  ...plainWords(
    'pendente pendentes reaberto reaberta reabertura revisao condicionado condicionada condicionalmente condicional retornado retornada voltou retornou intimacao intimado intimada notificado notificada notificacao agendado agendada agendamento rascunho minuta simulacao previa pending draft provisorio provisoria',
  ),
]
const part = [
  ...plainWords(
    'parcial parciais parcialmente ressalva ressalvas exceto excecao excecoes excetuado excetuada excetuados excetuadas afora partially',
  ),
]

const byKind = { bad, fix, good, fair, seen: seenWords, came, pending, part } as const satisfies Partial<
  Readonly<Record<MarkKind, readonly string[]>>
>
/** These words mean nothing alone and modify others: they are read where accents were lost, too. */
const helpers = plainWords(
  'nao nenhum nenhuma sem nem nunca situacao situacoes status resultado linha linhas registro registros',
)

/** Every word that says something, with what it says; null for what only turns others about. */
export const paperWords: ReadonlyMap<string, MarkKind | null> = new Map<string, MarkKind | null>([
  ...helpers.map(word => [word, null] as const),
  ...kindsOf(byKind),
])

function kindsOf(kinds: Readonly<Partial<Record<MarkKind, readonly string[]>>>) {
  const isKind = (kind: string): kind is MarkKind => kind in byKind
  return Object.entries(kinds).flatMap(([kind, words]) =>
    isKind(kind) ? (words ?? []).map(word => [word, kind] as const) : [],
  )
}

/** What only words together say; the first that matches has them. */
export const paperPhrases: readonly (readonly [MarkKind, RegExp])[] = [
  // A receipt of a payment names what was debited.
  ['came', /\bdebit(?:o|ado) (?:em|na) conta\b/g],
  [
    'good',
    /\bnada consta\b|\bcertidao negativa\b|\bpagamento (?:foi )?(?:efetuado|realizado|confirmado|identificado)\b/g,
  ],
  ['pending', /\bcertidao positiva com efeitos? de negativa\b/g],
  ['bad', /\bcertidao positiva\b/g],
  // A submission was accepted: it is in the database, it is considered valid, or its acceptance is confirmed.
  [
    'good',
    /\b(?:carregad|incluid|inserid)[oa]s? (?:[a-z]+mente )?(?:n|em ?n?|a)[oa]? base\b|\b(?:entr(?:ou|aram)|(?:ja )?est(?:a|ao)) na base\b/g,
  ],
  [
    'good',
    /\b(?:consider|julg|declar)ad[oa]s? valid[oa]s?\b|\btid[oa]s? (?:por|como) valid[oa]s?\b|\b(?:comunic|inform|confirm|registr|atest|certific)(?:a|am|amos|ado) [oa] (?:aceite|processamento|deferimento|homologacao|aprovacao|carga|gravacao)\b|\b(?:carga|gravacao|homologacao|incorporacao) (?:foi )?(?:efetuad|realizad|concluid|finalizad)a\b/g,
  ],
  // Of a whole some was not taken.
  [
    'part',
    /(?<![\d.,])[1-9]?\d(?:[.,]\d+)? ?(?:%|por cento) (?:d[oa]s? )?(?:arquivo|registros|linhas|dados|carga|envio|itens)\b/g,
  ],
  [
    'part',
    /\b(?:demais|outr[oa]s|restantes) (?:registros|itens|municipios|acessos)\b|\b(?:o|do) rest(?:o|ante) (?:d[oa]s? )?(?:arquivo|registros|linhas|dados|itens|acessos)\b/g,
  ],
  [
    'part',
    /\b(?:maioria|metade|(?:um|dois|tres) (?:terc|quart|quint)os?|grande parte|boa parte|quase tod[oa]s?|quase a totalidade)\b|\bcom (?:a )?(?:exclus(?:ao|oes)|supress(?:ao|oes)|retiradas?|descartes?|cortes?|perdas?|reservas?|glosas?)\b/g,
  ],
  [
    'part',
    /\bd[oa]s (?:\d+|duas|dois|tres|quatro|cinco|seis|sete|oito|nove|dez) (?:linhas|registros|itens|municipios)\b(?![^.\n]{0,80}\btod[oa]s\b)(?=[^.\n]{0,80}(?<![\d/.,])\b(?:\d{1,6}|uma?|duas|dois|tres|quatro|cinco) (?:[a-z]+ )?(?:foi|foram|fic|entr|nao|aguard|est(?:a|ao)\b))/g,
  ],
  ['part', /(?<=[;,] (?:e |ja |mas |porem )?)[oa]s d[eoa]s? (?=[a-z]+[^.;\n]{0,60}\b(?:foram|ficaram|nao)\b)/g],
  [
    'part',
    /(?<!\b(?:foi|ser|sido|foram) )\bsalvo (?=(?:quanto|os|as|o|a)\b)|(?<!\b(?:pelo|ao) )\bmenos (?=(?:os|as|o|a|aquel[ea]s?) [a-z])/g,
  ],
  [
    'part',
    /\bem parte\b|\bparte d[oa]s\b|\ba menor\b|\bcom (?:alertas?|avisos?|restric(?:ao|oes))\b|\bnem tod[oa]s\b/g,
  ],
  ['part', /\bmaior parte\b|\balgu(?:mas|ns) (?:linhas|registros|dados|itens)\b|\b(?:demais|outras) linhas\b/g],
  ['bad', /\b(?:tornad[oa]s? )?sem efeito\b|\bnao produz(?:iu|ira|em)?\s+efeitos?\b|\bsem (?:sucesso|exito)\b/g],
  [
    'bad',
    /\bnao (?:ha|houve|havia|existe|temos|tivemos|vemos) (?:como|meios? de|condic(?:ao|oes) de|formas? de|maneiras? de) [a-z]+r\b/g,
  ],
  ['bad', /\bdeix(?:ou|aram|amos|a|am) de (?!existir|haver|ser|constar)[a-z]+r\b/g],
  ['bad', /\bsem condic(?:ao|oes) (?:de|para)\b|\bpor (?:corrigir|acertar|sanar)\b/g],
  ['pending', /\bvolt(?:a|am) (?:a|ao|para) |\bser(?:a|ao)? revist[oa]s?\b/g],
  ['bad', /\b(?:de (?:lado|fora)|para tras|a margem)\b/g],
  ['bad', /\bnao (?:se )?conhe(?:co|cer|cid[oa]s?|ceu)\b|\bnao (?:foi|foram|era|e) possivel\b/g],
  [
    'bad',
    /\bnao (?:pode|podem|puderam|pudemos|conseguiu|conseguimos)(?= (?:ser|ler|carregar|processar|validar|gravar|concluir))/g,
  ],
  ['bad', /\bfora d[eoa]s? (?!aplicacao\b|sede\b)[a-z]{2,}|\bem branco\b/g],
  ['bad', /(?<![\d.,/])0 (?:linhas?|registros?|itens)(?=\s*(?:[.;,|\n]|$))/g],
  ['bad', /\bsaldo (?:devedor|insuficiente|em aberto)\b|\bdiferenca a (?:pagar|recolher)\b/g],
  ['bad', /\b(?:debitos?|valor(?:es)?|parcelas?|guias?|boletos?|faturas?|declarac(?:ao|oes)) em (?:aberto|atraso)\b/g],
  [
    'bad',
    /\bdeix(?:ou|aram|a) de (?:ser|constar)\b|\bem exigencia\b|\bsem (?:assinatura|outorga|procuracao|validade)\b/g,
  ],
  [
    'bad',
    /\bmal[ -]sucedid[oa]s?\b|\bsem (?:valor|efeitos)\b|\bambiente de (?:testes?|homologacao|treinamento)\b|\bdeu errado\b/g,
  ],
  ['pending', /\bsob condic(?:ao|oes)\b/g],
  ['part', /\bate a (?:linha|pagina|parte)\b|\b(?:apenas|somente|so) (?:as |os )?\d+\b/g],
  ['good', /\bprocessamento (?:foi )?(?:concluid|finalizad|realizad)o\b/g],
  [
    'fix',
    /\b(?:precis|necessit|carec|requer|exig|demand|depend|aguard)[a-z]* (?:de |ser )?(?:uma? |nov[oa]s? )?(?:correc(?:ao|oes)|ajustes?|acertos?|repar[oa]s?|revis(?:ao|oes)|retificac(?:ao|oes)|complement(?:o|os|acao)|(?:corrig|revist|ajust|acert|refeit|complement|reenvi)[a-z]*)\b/g,
  ],
  ['fix', /\b(?:para|a fim de) acertos?\b|\bacerte(?:m)?\b/g],
  ['fix', /\bpara (?:a )?(?:correc(?:ao|oes)|ajustes?)\b(?! monetaria)/g],
  [
    'fix',
    /\b(?:tente|tentar|envi[ea]r?|transmit(?:a|ir)|apresent(?:e|ar)|faca) (?:novamente|de novo|outra vez)\b|\b(?:mais tarde|de novo|outra vez|novamente)\b/g,
  ],
  [
    'fix',
    /\bnov[oa] (?:apresentacao|entrega|transmissao|envio|carga|remessa|arquivo corrigido)\b|\benvie (?:um |o )?(?:novo|outro) arquivo\b/g,
  ],
  [
    'pending',
    /\bem (?:aberto|edicao|digitacao)\b|\bainda nao\b|\b(?:a|aguardando) (?:pagar|pagamento)\b|\bnao transmitid[oa]\b/g,
  ],
  ['pending', /\bclique em (?:enviar|transmitir|concluir)\b|\bpara (?:concluir|finalizar) o envio\b/g],
  ['queue', /\bem (?:processamento|analise|fila|validacao|conferencia|andamento)\b|\bna fila\b/g],
  [
    'queue',
    /\baguard(?:a|am|e|ando) (?:o |a |o termino d[oa] )?(?:processamento|analise|validacao|conferencia|retorno|resultado)\b/g,
  ],
]

/** Papers that are neither a receipt nor a refusal of what was filed, and what to know of them. */
export const otherPapers: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:protocolo|comprovante|recibo) d[eo] (?:pedido|solicitacao|requerimento|recurso|reclamacao|consulta|cadastro)\b/,
    'É o protocolo de um pedido, e não o resultado de um envio',
  ],
  [/\bagendamento\b|\bagendad[oa]\b/, 'Fala de um agendamento, e não do que foi feito'],
  [/\b(?:minuta|rascunho|simulacao)\b/, 'É um rascunho ou uma simulação'],
]
/** What replaces another of the same month. */
export const rectifying =
  /\b(?:declaracao|coleta|arquivo|envio|guia|recibo)?\s?retificador[ae]?s?\b|\bretificacao d[aeo]\b/
