/** The addresses of the error pages, which come with the interface: they must show when nothing else loads. */
export const errorPages = {
  missing: { path: '/utility/404', title: 'Página não encontrada' },
  failed: { path: '/errors/{-$status}', title: 'Erro ao exibir esta página' },
} as const
