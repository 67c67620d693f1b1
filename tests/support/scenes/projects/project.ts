import { govProjects } from '../../../../src/db/tables/declarations.ts'
import type { TestApp } from '../../app.ts'

/** Creates an open project. */
export async function openProjectIn({ db }: TestApp, more: Partial<typeof govProjects.$inferInsert>): Promise<number> {
  const [row] = await db
    .insert(govProjects)
    .values({
      title: '测试专项',
      authority: '示例市科技局',
      level: 'city',
      field: 'drug',
      summary: '测试',
      supportMax: 100_000_00,
      conditions: ['企业'],
      materials: ['申报书'],
      startsAt: new Date(Date.now() - 86_400_000),
      deadline: new Date(Date.now() + 86_400_000),
      ...more,
    })
    .returning({ id: govProjects.id })
  return row?.id ?? 0
}
