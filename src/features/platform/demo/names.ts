import type { RegionName } from '#features/platform/demo/regions.ts'

/** A provider by name: where it began, what the register calls it, what its customers call it. */
export interface ProviderName {
  readonly region: RegionName
  readonly legal: string
  readonly fantasy: string
  /** A neighbouring region it has crossed into: it then declares two states. */
  readonly also?: RegionName
}

const of = (region: RegionName, legal: string, fantasy: string, also?: RegionName): ProviderName => ({
  region,
  legal,
  fantasy,
  ...(also && { also }),
})

// All of them invented.
export const providerNames: readonly ProviderName[] = [
  of('vale', 'Vale das Águas Telecomunicações Ltda', 'Vale Águas Fibra', 'sulDeMinas'),
  of('vale', 'Mantiqueira Conexões e Serviços de Internet Ltda', 'MantiqConecta'),
  of('vale', 'R. A. Toledo Provedor de Internet ME', 'Toledo Net'),
  of('piracicaba', 'Salto Novo Telecom Ltda', 'Salto Novo'),
  of('piracicaba', 'Canavial Redes Ópticas Ltda', 'Canavial Fibra'),
  of('piracicaba', 'Interior Paulista Serviços de Comunicação Multimídia S.A.', 'IPS Telecom'),
  of('sulDeMinas', 'Serra Clara Internet Ltda', 'Serra Clara', 'vale'),
  of('sulDeMinas', 'Café com Fibra Telecomunicações Ltda', 'Café com Fibra'),
  of('sulDeMinas', 'Irmãos Junqueira Informática e Telecomunicações Ltda EPP', 'Junqueira Net'),
  of('norteDeMinas', 'Sertão Veredas Telecom Ltda', 'Veredas Telecom'),
  of('norteDeMinas', 'Pequi Online Provedor Ltda ME', 'Pequi Online'),
  of('oesteDoParana', 'Três Fronteiras Telecomunicações Ltda', 'TriFronteira'),
  of('oesteDoParana', 'Lago Azul Fibra Óptica Ltda', 'Lago Azul Fibra', 'itajai'),
  of(
    'oesteDoParana',
    'Cooperativa de Telecomunicações e Inclusão Digital dos Produtores Rurais do Oeste',
    'Cooperoeste Digital',
  ),
  of('itajai', 'Vale Europeu Internet Ltda', 'Vale Europeu'),
  of('itajai', 'Garcia & Hoffmann Telecomunicações Ltda', 'GH Telecom'),
  of('itajai', 'Enxaimel Serviços de Rede Ltda ME', 'Enxaimel Net'),
  of('serraGaucha', 'Parreiral Telecom Ltda', 'Parreiral'),
  of('serraGaucha', 'Nebbia Provedor de Internet Ltda', 'Nebbia Fibra'),
  of('serraGaucha', 'Zanatta e Filhos Informática Ltda', 'Zanatta Net'),
  of('sudoesteDaBahia', 'Planalto da Conquista Telecom Ltda', 'Planalto Fibra'),
  of('sudoesteDaBahia', 'Umbuzeiro Internet e Tecnologia Ltda', 'Umbuzeiro'),
  of('sudoesteDaBahia', 'Oeste Baiano Infraestrutura e Serviços de Telecomunicações Ltda', 'OBA Fibra'),
  of('agreste', 'Alto do Agreste Telecom Ltda', 'Agreste Mais'),
  of('agreste', 'Xaxado Net Serviços de Internet Ltda ME', 'Xaxado Net'),
  of('agreste', 'Mandacaru Redes e Conectividade Ltda', 'Mandacaru'),
  of('cariri', 'Chapada do Araripe Telecom Ltda', 'Araripe Fibra'),
  of('cariri', 'Padre Cícero Online Provedor de Internet Ltda', 'Juá Online'),
  of('cariri', 'F. das C. Bezerra Informática', 'Bezerra Informática'),
  of('serido', 'Salinas Potiguar Telecom Ltda', 'Salinas Fibra'),
  of('serido', 'Seridó Conecta Comunicação Multimídia Ltda', 'Seridó Conecta'),
  of('sudoesteDeGoias', 'Cerrado Ótico Telecomunicações Ltda', 'Cerrado Ótico'),
  of('sudoesteDeGoias', 'Buriti Net Provedor Ltda ME', 'Buriti Net'),
  of('sudoesteDeGoias', 'Agro Conectividade Rural Ltda', 'AgroLink'),
  of('nortao', 'Teles Pires Internet Ltda', 'Teles Pires'),
  of('nortao', 'Colheita Telecom Infraestrutura Ltda', 'Colheita Telecom'),
  of('nortao', 'Rede Xingu de Telecomunicações Ltda', 'Rede Xingu'),
  of('carajas', 'Castanheira Telecom Ltda', 'Castanheira'),
  of('carajas', 'Tocantins Araguaia Serviços de Internet Ltda', 'TAI Internet'),
  of('carajas', 'Açaí Fibra Provedor de Acesso Ltda ME', 'Açaí Fibra'),
]

export const givenNames = [
  'Adriana',
  'Alexandre',
  'Cláudia',
  'Cristiano',
  'Edson',
  'Fabiana',
  'Gilberto',
  'Ivone',
  'João Pedro',
  'Josué',
  'Kelly',
  'Lúcia',
  'Marcelo',
  'Maria Eduarda',
  'Neusa',
  'Otávio',
  'Patrícia',
  'Rogério',
  'Simone',
  'Wellington',
]
export const surnames = [
  'Albuquerque',
  'Andrade',
  'Barbosa',
  'Cavalcante',
  'Conceição',
  'Fagundes',
  'Gonçalves',
  'Lacerda',
  'Magalhães',
  'Menezes',
  'Nascimento',
  'Peixoto',
  'Ramalho',
  'Rezende',
  'Sant’Anna',
  'Schneider',
  'Siqueira',
  'Teixeira',
  'Vasconcelos',
]
export const streets = [
  'Rua Sete de Setembro',
  'Avenida Brasil',
  'Rua Quinze de Novembro',
  'Rua Tiradentes',
  'Avenida Getúlio Vargas',
  'Rua Santos Dumont',
  'Rua Barão do Rio Branco',
  'Praça da Matriz',
  'Rua Dom Pedro II',
  'Avenida Presidente Kennedy',
]
export const neighborhoods = ['Centro', 'Jardim América', 'Vila Nova', 'São José', 'Santo Antônio', 'Boa Vista']
