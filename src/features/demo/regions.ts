import type { Uf } from '#kernel/brasil.ts'

/** A municipality by IBGE's code, with the first five digits of its CEP. */
export interface Town {
  readonly ibge: number
  readonly name: string
  readonly uf: Uf
  readonly zip: string
}

/** Towns near each other, under one area code; providers grow from one to the next. */
export interface Region {
  readonly ddd: string
  readonly towns: readonly Town[]
}

const region = (uf: Uf, ddd: string, ...towns: readonly (readonly [ibge: number, name: string, zip: string])[]) => ({
  ddd,
  towns: towns.map(([ibge, name, zip]): Town => ({ ibge, name, uf, zip })),
})

// prettier-ignore
export const regions = {
  vale: region('SP', '12', [3554102, 'Taubaté', '12010'], [3538006, 'Pindamonhangaba', '12400'], [3554805, 'Tremembé', '12120'], [3508504, 'Caçapava', '12280'], [3509700, 'Campos do Jordão', '12460']),
  piracicaba: region('SP', '19', [3538709, 'Piracicaba', '13400'], [3526902, 'Limeira', '13480'], [3501608, 'Americana', '13465'], [3543907, 'Rio Claro', '13500'], [3503307, 'Araras', '13600']),
  sulDeMinas: region('MG', '35', [3152501, 'Pouso Alegre', '37550'], [3132404, 'Itajubá', '37500'], [3159605, 'Santa Rita do Sapucaí', '37540'], [3170701, 'Varginha', '37002'], [3169307, 'Três Corações', '37410']),
  norteDeMinas: region('MG', '38', [3143302, 'Montes Claros', '39400'], [3107307, 'Bocaiúva', '39390'], [3135100, 'Janaúba', '39440'], [3151206, 'Pirapora', '39270']),
  oesteDoParana: region('PR', '45', [4104808, 'Cascavel', '85801'], [4127700, 'Toledo', '85900'], [4114609, 'Marechal Cândido Rondon', '85960'], [4108304, 'Foz do Iguaçu', '85851']),
  itajai: region('SC', '47', [4202404, 'Blumenau', '89010'], [4205902, 'Gaspar', '89110'], [4207502, 'Indaial', '89080'], [4202909, 'Brusque', '88350'], [4208203, 'Itajaí', '88301']),
  serraGaucha: region('RS', '54', [4305108, 'Caxias do Sul', '95010'], [4302105, 'Bento Gonçalves', '95700'], [4307906, 'Farroupilha', '95170'], [4308607, 'Garibaldi', '95720'], [4308201, 'Flores da Cunha', '95270']),
  sudoesteDaBahia: region('BA', '77', [2933307, 'Vitória da Conquista', '45000'], [2904605, 'Brumado', '46100'], [2911709, 'Guanambi', '46430'], [2903201, 'Barreiras', '47800'], [2919553, 'Luís Eduardo Magalhães', '47850']),
  agreste: region('PE', '81', [2604106, 'Caruaru', '55002'], [2601904, 'Bezerros', '55660'], [2606408, 'Gravatá', '55641'], [2615409, 'Toritama', '55125'], [2612505, 'Santa Cruz do Capibaribe', '55190']),
  cariri: region('CE', '88', [2307304, 'Juazeiro do Norte', '63010'], [2304202, 'Crato', '63100'], [2301901, 'Barbalha', '63180'], [2302503, 'Brejo Santo', '63260'], [2305506, 'Iguatu', '63500']),
  serido: region('RN', '84', [2408003, 'Mossoró', '59600'], [2400208, 'Assú', '59650'], [2402006, 'Caicó', '59300'], [2403103, 'Currais Novos', '59380']),
  sudoesteDeGoias: region('GO', '64', [5218805, 'Rio Verde', '75901'], [5211909, 'Jataí', '75800'], [5218508, 'Quirinópolis', '75860'], [5213103, 'Mineiros', '75830'], [5211503, 'Itumbiara', '75503']),
  nortao: region('MT', '66', [5107909, 'Sinop', '78550'], [5107925, 'Sorriso', '78890'], [5107602, 'Rondonópolis', '78700'], [5107040, 'Primavera do Leste', '78850']),
  carajas: region('PA', '94', [1504208, 'Marabá', '68500'], [1505536, 'Parauapebas', '68515'], [1508407, 'Xinguara', '68555'], [1506138, 'Redenção', '68550'], [1508100, 'Tucuruí', '68455']),
} satisfies Record<string, Region>

export type RegionName = keyof typeof regions

/** The middle of a town, in degrees, of those a visitor looks at first. */
export const coordinates: Readonly<Record<number, readonly [lat: number, lng: number]>> = {
  3554102: [-23.0264, -45.5553],
  3538006: [-22.9246, -45.4613],
  3554805: [-22.9571, -45.5475],
  3508504: [-23.0992, -45.7076],
  3509700: [-22.7396, -45.5914],
  3538709: [-22.7338, -47.6476],
  3526902: [-22.566, -47.397],
  3501608: [-22.7374, -47.3331],
  3543907: [-22.4149, -47.5651],
  3503307: [-22.3572, -47.3842],
  3152501: [-22.2266, -45.9389],
  3132404: [-22.4225, -45.4598],
  3159605: [-22.2461, -45.7034],
  3170701: [-21.5556, -45.4364],
  3169307: [-21.6921, -45.2511],
}
