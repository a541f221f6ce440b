import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, FunctionField, List, Resource, SearchInput, TextField } from 'react-admin'
import { authProvider } from './auth.js'
import { dataProvider } from './data.js'

const filters = [<SearchInput key="q" source="q" alwaysOn />]
const none = '—'

const documentOf = ({ document }) => document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
const pendenciesOf = ({ pendency_names }) => {
  const [first, ...more] = pendency_names?.split('; ') ?? []
  return more.length ? `${more.length + 1}: ${first}` : (first ?? none)
}

/** The columns the product's own list shows at first, with the same words in them. */
const ClientList = () => (
  <List filters={filters} sort={{ field: 'name', order: 'ASC' }} perPage={25}>
    <Datagrid>
      <TextField source="id" label="#" />
      <TextField source="name" label="Razão social" />
      <FunctionField source="document" label="CPF ou CNPJ" render={documentOf} />
      <TextField source="status.name" label="Situação" emptyText={none} />
      <FunctionField source="pendency_names" label="Pendências" sortable={false} render={pendenciesOf} />
      <TextField source="remaining_days" label="Contrato" sortable={false} emptyText={none} />
      <TextField source="tag_names" label="Etiquetas" sortable={false} emptyText={none} />
    </Datagrid>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin authProvider={authProvider} dataProvider={dataProvider} disableTelemetry>
    <Resource name="clients" list={ClientList} />
  </Admin>,
)
