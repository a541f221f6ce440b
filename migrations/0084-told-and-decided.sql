-- Readings that were asked for and stood in a summary of somebody already.
create table informative_digests (
  informative_id bigint not null references informative (id) on delete cascade,
  user_id bigint not null references users (id),
  round integer not null,
  primary key (informative_id, user_id, round)
);
create index informative_digests_user_id on informative_digests (user_id);

-- Since when there is each permission, and when what a profile may do was last decided: what came in between was not. Rights never
-- come to a profile that a house made by themselves.
alter table permissions add column brought_at timestamptz not null default now();
update permissions set brought_at = '-infinity';
update permissions p set brought_at = m.at
from (values
  ('^(tarefas|client-tarefas|tarefa-syncs)\.', '0070'),
  ('^receipts\.', '0071'),
  ('^(absences|handovers|people)\.|^(clients|collects|stations)\.responsavel$', '0074'),
  ('^ticket-(teams|uploads)\.|^tickets\.(abrir|aguardar|assumir|mesclar|mesclar\.ver|presenca|rascunho|rascunho\.guardar|reabrir|responsavel|retomar|separar|texto-pronto)$|^ticket-messages\.anexar$', '0075'),
  ('^incoming-mails\.', '0077'),
  ('^notices\.', '0079'),
  ('^informative\.(leituras|lembrar)$', '0080'),
  ('^page-versions\.|^pages\.rascunho$|^links-importantes\.(painel|abrir)$|^links-importantes-categorias\.imagem', '0081')
) since (pattern, migration)
join (select left(name, 4) as name, min(applied_at) as at from migrations group by 1) m on m.name = since.migration
where p.name ~ since.pattern;
create table profile_decisions (
  profile_id bigint primary key references profiles (id) on delete cascade,
  at timestamptz not null default now()
);
insert into profile_decisions (profile_id, at) select id, updated_at from profiles;

-- Public addresses that the work needs, in an installation that has no links yet. What is changed or deleted afterwards stays so.
insert into links_importantes (nome, url, category_id, descricao)
select l.nome, l.url, (select c.id from links_importantes_categorias c where c.slug = l.category and c.deleted_at is null), l.descricao
from (values
  (1, 'anatel', 'Anatel', 'https://www.gov.br/anatel/pt-br', 'O portal da agência: regras, consultas públicas e notícias.'),
  (2, 'anatel', 'SEI Anatel', 'https://sei.anatel.gov.br', 'Processos e peticionamento eletrônico da agência.'),
  (3, 'anatel', 'Coleta de dados', 'https://apps.anatel.gov.br/ColetaDados/', 'Envio dos arquivos da coleta, com certificado digital.'),
  (4, 'anatel', 'Mosaico', 'https://sistemas.anatel.gov.br/se/', 'Estações: licenciamento, taxas e licenças, também do antigo STEL.'),
  (5, 'anatel', 'Boletos e Fistel', 'https://sistemas.anatel.gov.br/boleto/', 'Boletos da TFI, da TFF e de outros débitos do Fistel.'),
  (6, 'anatel', 'Painéis de dados', 'https://informacoes.anatel.gov.br/paineis/', 'Acessos, outorga e infraestrutura publicados pela agência.'),
  (7, 'receita-federal', 'Consulta de CNPJ', 'https://solucoes.receita.fazenda.gov.br/servicos/cnpjreva/cnpjreva_solicitacao.asp', 'Comprovante de inscrição e de situação cadastral.'),
  (8, 'receita-federal', 'e-CAC', 'https://cav.receita.fazenda.gov.br', 'Atendimento virtual: débitos, declarações e procurações.'),
  (9, 'receita-federal', 'Receita Federal', 'https://www.gov.br/receitafederal/pt-br', 'O portal da Receita: serviços, agenda tributária e normas.'),
  (10, 'receita-federal', 'Simples Nacional', 'https://www8.receita.fazenda.gov.br/SimplesNacional/', 'Consulta de optantes, PGDAS-D e parcelamentos.'),
  (11, 'conselhos-de-classe', 'CONFEA', 'https://www.confea.org.br', 'O conselho de engenharia e os endereços dos CREA.'),
  (12, 'conselhos-de-classe', 'CFT', 'https://www.cft.org.br', 'O conselho dos técnicos industriais e a emissão do TRT.'),
  (13, 'ferramentas', 'Busca de CEP', 'https://buscacepinter.correios.com.br/app/endereco/index.php', 'CEP e endereço, pelos Correios.'),
  (14, 'ferramentas', 'ViaCEP', 'https://viacep.com.br', 'CEP e código IBGE do município.'),
  (15, 'ferramentas', 'Municípios do IBGE', 'https://www.ibge.gov.br/explica/codigos-dos-municipios.php', 'Códigos dos municípios, que a coleta pede.')
) l (at, category, nome, url, descricao)
where not exists (select 1 from links_importantes)
order by l.at;
