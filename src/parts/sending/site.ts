/** Where the files go in: Anatel's own site, by hand (it takes no program). */
export const anatelSite = 'https://apps.anatel.gov.br/ColetaDados'
