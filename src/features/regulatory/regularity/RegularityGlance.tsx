import { Link } from '@tanstack/react-router'
import { readRegularity } from '#features/regulatory/regularity/api.ts'
import { lights } from '#features/regulatory/regularity/light.ts'
import { useAnswer } from '#web/call.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** So many of the checks that are not well are named. */
const shownChecks = 3

/** The light of a client, and the first of what makes it so. */
export default function RegularityGlance({ client }: { readonly client: { readonly uuid: string } }) {
  const { data, error, isPending } = useAnswer(readRegularity, { id: client.uuid })
  if (error && !data) return null
  const wrong = data?.checks.filter(({ light }) => light === 'vermelho' || light === 'amarelo') ?? []
  return (
    <Card title="Regularidade" beside={<Link to={`/clients/${client.uuid}?tab=regularidade`}>Ver tudo</Link>}>
      {data ? (
        <>
          <StatusChip tone={lights[data.light].tone}>{lights[data.light].name}</StatusChip>
          {!data.checks.length && <p className="meta">Nada foi conferido ainda.</p>}
          {wrong.length > 0 && (
            <List>
              {wrong.slice(0, shownChecks).map(({ key, name, said }) => (
                <li key={key}>
                  <div>
                    {name} <span className="meta">{said}</span>
                  </div>
                </li>
              ))}
              {wrong.length > shownChecks && <li className="meta">{`e mais ${wrong.length - shownChecks}`}</li>}
            </List>
          )}
        </>
      ) : (
        <Skeletons waiting={isPending} lines={3} height={28} />
      )}
    </Card>
  )
}
