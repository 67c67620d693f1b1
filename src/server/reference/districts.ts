import { asc } from 'drizzle-orm'
import type { District, referenceCalls } from '../../contract/reference/reference.ts'
import { districts } from '../../db/tables/reference.ts'
import type { Context, Handler } from '../handler.ts'
import { keptUntilChange, referenceTag } from '../kept.ts'

const kept = keptUntilChange<readonly District[]>([referenceTag])

/** The national register as a tree, read and put together once. */
const registerOf = (context: Pick<Context, 'db' | 'pages'>) =>
  kept(context, 'all', async () => {
    const rows = await context.db.select().from(districts).orderBy(asc(districts.code))
    const below = Map.groupBy(rows, (row) => row.parentCode)
    const branch = ({ code, name }: (typeof rows)[number]): District => ({
      code,
      name,
      childList: (below.get(code) ?? []).map(branch),
    })
    return (below.get(null) ?? []).map(branch)
  })

export const districtTree: Handler<typeof referenceCalls.districtTree> = async (_input, context) => [
  ...(await registerOf(context)),
]

export const districtSubset: Handler<typeof referenceCalls.districtSubset> = async ({ parentCode }, context) => {
  const provinces = await registerOf(context)
  if (parentCode === undefined) return [...provinces]
  const isAbove = ({ code }: District) => code === parentCode
  const parent = provinces.find(isAbove) ?? provinces.flatMap(({ childList }) => childList).find(isAbove)
  return [...(parent?.childList ?? [])]
}
