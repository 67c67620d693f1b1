import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { programmeFiles, programmes } from '../../../db/tables/programmes.ts'
import { createPdf } from '../../orders/documents/create-pdf.ts'
import { saveGeneratedFile } from '../../platform/files/generated-files.ts'
import type { Providers } from '../../providers/providers.ts'

const titles = ['立项报告（演示）', '研究方案讨论稿（演示）']

/** Creates the files of the demo programmes that have none. */
export async function createDemoProgrammeFiles(db: Db, providers: Pick<Providers, 'storage'>): Promise<void> {
  const empty = await db
    .select({
      id: programmes.id,
      code: programmes.code,
      name: programmes.name,
      userId: programmes.ownerUserId,
      companyId: programmes.companyId,
      at: programmes.createdAt,
    })
    .from(programmes)
    .leftJoin(programmeFiles, eq(programmeFiles.programmeId, programmes.id))
    .where(isNull(programmeFiles.fileId))
    .orderBy(asc(programmes.id))
  for (const { id, code, name, userId, companyId, at } of empty)
    for (const title of titles) {
      const paper = { title, no: code, footer: '演示数据', at, demo: true }
      const bytes = await createPdf(paper, (page) => {
        page.title(title)
        page.facts([
          ['项目编号', code],
          ['项目名称', name],
        ])
      })
      const made = { title: `${code} ${title}`, kind: 'pdf', purpose: 'programme', bytes } as const
      const { fileId } = await saveGeneratedFile({ db, providers }, { userId, companyId }, made)
      await db.insert(programmeFiles).values({ fileId, programmeId: id, userId })
    }
}
