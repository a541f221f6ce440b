import type { Uf } from '#kernel/brasil.ts'

/**
 * What municipalities were called, and what they are called now: IBGE's list of changes of toponyms (Alterações Toponímicas
 * Municipais, 1953 to 2020), of which spellings that differ by accents and signs alone are left out, for they are read
 * anyway; and, after the bar, spellings of other public registers. Of a name that changed more than once the last is given.
 */
const changes: Partial<Readonly<Record<Uf, string>>> = {
  AC: 'Santa Rosa > Santa Rosa do Purus',
  AP: 'Amapari > Pedra Branca do Amapari; Água Branca do Amapari > Serra do Navio',
  BA: 'Governador Lomanto Júnior > Barro Preto; Livramento do Brumado > Livramento de Nossa Senhora; Água Quente > Érico Cardoso; Muquém de São Francisco > Muquém do São Francisco | Santa Teresinha > Santa Terezinha',
  CE: 'Itapagé > Itapajé | São Luiz do Curu > São Luís do Curu',
  GO: 'Galheiros > Divinópolis de Goiás',
  MG: 'Brasópolis > Brazópolis; Itabirinha de Mantena > Itabirinha; Piuí > Piumhi; Vila Matias > Mathias Lobato; Presidente Soares > Alto Jequitibá; André Fernandes > Cachoeira de Pajeú; Cassiterita > Conceição da Barra de Minas; Calambau > Presidente Bernardes; José de Melo > Nova União; Felisberto Caldeira > São Gonçalo do Rio Preto; São Thomé das Letras > São Tomé das Letras; Dona Eusébia > Dona Euzébia | Amparo da Serra > Amparo do Serra; Barão de Monte Alto > Barão do Monte Alto',
  MT: 'Poxoréo > Poxoréu; Quatro Marcos > São José dos Quatro Marcos; Rio Claro > São José do Rio Claro | Santo Antônio do Leverger > Santo Antônio de Leverger',
  PA: 'Santa Isabel do Pará > Santa Izabel do Pará; Eldorado dos Carajás > Eldorado do Carajás',
  PB: 'Seridó > São Vicente do Seridó; Santarém > Joca Claudino; Campo de Santana > Tacima; São Domingos de Pombal > São Domingos; São Bento de Pombal > São Bentinho; Santa Cecília do Umbuzeiro > Santa Cecília; Assis Chateaubriand > Riachão do Bacamarte; Boqueirão dos Cochos > Igaracy; Desterro de Malta > Vista Serrana; Antenor Navarro > São João do Rio do Peixe',
  PE: 'Iguaraci > Iguaracy; Belém de São Francisco > Belém do São Francisco; Lagoa do Itaenga > Lagoa de Itaenga; Cabo > Cabo de Santo Agostinho; Sítio dos Moreiras > Moreilândia; Jaboatão > Jaboatão dos Guararapes | Itamaracá > Ilha de Itamaracá; São Caetano > São Caitano',
  PI: 'Petrônio Portela > Nova Santa Rita',
  PR: 'Vila Alta > Alto Paraíso; São Manoel > São Manoel do Paraná; Tunas > Tunas do Paraná; Vila Branca > Doutor Ulysses; Rosário > Rosário do Ivaí; São José > São José das Palmeiras; Altamira > Altamira do Paraná; Nova Prata > Nova Prata do Iguaçu',
  RJ: 'Parati > Paraty; Trajano de Morais > Trajano de Moraes; Armação de Búzios > Armação dos Búzios; Pati do Alferes > Paty do Alferes; Campos dos Goitacazes > Campos dos Goytacazes; Campos > Campos dos Goytacazes',
  RN: 'Augusto Severo > Campo Grande; Presidente Juscelino > Serra Caiada; São Miguel de Touros > São Miguel do Gostoso; Eduardo Gomes > Parnamirim | Boa Saúde > Januário Cicco; Açu > Assú',
  RO: 'Jamari > Itapuã do Oeste; Cacaieiros > Novo Horizonte do Oeste; Vila Nova do Mamoré > Nova Mamoré',
  RS: 'Brochier do Maratá > Brochier',
  SC: 'Piçarras > Balneário Piçarras; Presidente Castelo Branco > Presidente Castello Branco; Barra do Sul > Balneário Barra do Sul; São João > São João do Oeste; Tunas > Tunápolis; Fachinal dos Guedes > Faxinal dos Guedes',
  SE: '| Gracho Cardoso > Graccho Cardoso',
  SP: 'Embu > Embu das Artes; Moji Mirim > Mogi Mirim; Moji das Cruzes > Mogi das Cruzes; São Luís do Paraitinga > São Luiz do Paraitinga; Florínia > Florínea; Xavantes > Chavantes; Piraçununga > Pirassununga; Ipauçu > Ipaussu; Brodósqui > Brodowski; Ribeirão Vermelho do Sul > Riversul | Moji Guaçu > Mogi Guaçu',
  TO: 'Fortaleza do Tabocão > Tabocão; São Valério da Natividade > São Valério; Couto de Magalhães > Couto Magalhães; Mosquito > Palmeiras do Tocantins; Taquarussu do Porto > Palmas',
}

/** A municipality by a name it had, or by another spelling, and by the one it has. */
interface FormerName {
  readonly uf: string
  readonly former: string
  readonly name: string
}
export const formerNames: readonly FormerName[] = Object.entries(changes).flatMap(([uf, text]) =>
  text.split(/[;|]/).flatMap(each => {
    const [former, name] = each.split('>').map(part => part.trim())
    return former && name ? [{ uf, former, name }] : []
  }),
)
