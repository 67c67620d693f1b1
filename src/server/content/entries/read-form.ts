import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { govProjects } from '../../../db/tables/declarations.ts'
import { digitalApps, digitalSolutionApps, digitalSolutions } from '../../../db/tables/digital.ts'
import { news, parkPolicies, parks, policies } from '../../../db/tables/drug.ts'
import { announcements, friendLinks, helpQuestions, sitePages } from '../../../db/tables/site-texts.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { questionCategories } from '../../../domain/content/help-categories.ts'
import { toMarkdown } from '../../../domain/content/rich-text.ts'

function assertFound<T>(row: T | undefined): T {
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

async function readProject(db: Db, id: number): Promise<EntryFormOf<'project'>> {
  const [row] = await db.select().from(govProjects).where(eq(govProjects.id, id))
  const { title, authority, level, field, summary, supportMax, supportWay, conditions, materials, sample, ...rest } =
    assertFound(row)
  return {
    kind: 'project',
    title,
    authority,
    level,
    field,
    summary,
    supportMax,
    supportWay,
    conditions,
    materials,
    sample,
    startsAt: rest.startsAt.toISOString(),
    deadline: rest.deadline.toISOString(),
  }
}

async function readApp(db: Db, id: number): Promise<EntryFormOf<'app'>> {
  const [row] = await db.select().from(digitalApps).where(eq(digitalApps.id, id))
  const { name, kind: appKind, vendor, summary, keywords, features, users, deployment, ...rest } = assertFound(row)
  const { compliance, joins, price, priceUnit, goLive, sort, sample } = rest
  return {
    kind: 'app',
    name,
    appKind,
    vendor,
    summary,
    keywords,
    features: [...features],
    users,
    deployment,
    compliance,
    joins,
    price,
    priceUnit,
    goLive,
    sort,
    sample,
  }
}

async function readSolution(db: Db, id: number): Promise<EntryFormOf<'solution'>> {
  const [row] = await db.select().from(digitalSolutions).where(eq(digitalSolutions.id, id))
  const { title, audience, summary, pains, steps, results, sort, sample } = assertFound(row)
  const uses = await db
    .select()
    .from(digitalSolutionApps)
    .where(eq(digitalSolutionApps.solutionId, id))
    .orderBy(asc(digitalSolutionApps.sort), asc(digitalSolutionApps.id))
  return {
    kind: 'solution',
    title,
    audience,
    summary,
    pains: [...pains],
    steps: [...steps],
    results,
    sort,
    sample,
    uses: uses.map((use) => ({
      useId: use.id,
      appId: use.appId,
      title: use.title,
      before: use.before,
      after: use.after,
      steps: [...use.steps],
    })),
  }
}

async function readNews(db: Db, id: number): Promise<EntryFormOf<'news'>> {
  const [row] = await db.select().from(news).where(eq(news.id, id))
  const { title, summary, content, format, sourceType, sourceName, sourceUrl, publishedAt, isSample } = assertFound(row)
  return {
    kind: 'news',
    title,
    summary,
    content: toMarkdown({ format, text: content }),
    sourceType,
    sourceName,
    sourceUrl,
    publishedAt: publishedAt.toISOString(),
    sample: isSample,
  }
}

async function readPolicy(db: Db, id: number): Promise<EntryFormOf<'policy'>> {
  const [row] = await db.select().from(policies).where(eq(policies.id, id))
  const { title, docNo, level, issuer, districtCode, issuedOn, effectiveOn, expiresOn, ...rest } = assertFound(row)
  return {
    kind: 'policy',
    title,
    docNo,
    level,
    issuer,
    districtCode,
    issuedOn,
    effectiveOn,
    expiresOn,
    topics: [...rest.topics],
    summary: rest.summary,
    sourceUrl: rest.sourceUrl,
    sample: rest.isSample,
    content: toMarkdown({ format: rest.format, text: rest.content }),
  }
}

async function readPark(db: Db, id: number): Promise<EntryFormOf<'park'>> {
  const [row] = await db.select().from(parks).where(eq(parks.id, id))
  const { name, districtCode, address, brief, content, format, fields, facilities, areaTotal, areaFree, ...rest } =
    assertFound(row)
  const { rentLow, rentHigh, openedIn, companyCount, facts, services, gallery, isSample, ...contact } = rest
  const helping = await db
    .select({ id: parkPolicies.policyId })
    .from(parkPolicies)
    .where(eq(parkPolicies.parkId, id))
    .orderBy(asc(parkPolicies.policyId))
  return {
    kind: 'park',
    name,
    districtCode,
    address,
    brief,
    content: toMarkdown({ format, text: content }),
    fields: [...fields],
    facilities: [...facilities],
    areaTotal,
    areaFree,
    rentLow,
    rentHigh,
    openedIn,
    companyCount,
    facts: [...facts],
    services: [...services],
    gallery: [...gallery],
    policyIds: helping.map((each) => each.id),
    contactName: contact.contactName,
    contactPhone: contact.contactPhone,
    contactHours: contact.contactHours,
    sample: isSample,
  }
}

async function readAnnouncement(db: Db, id: number): Promise<EntryFormOf<'announcement'>> {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id))
  const { title, summary, topic, publishedOn, content } = assertFound(row)
  return { kind: 'announcement', title, summary, topic, publishedOn, content }
}

async function readQuestion(db: Db, id: number): Promise<EntryFormOf<'question'>> {
  const [row] = await db.select().from(helpQuestions).where(eq(helpQuestions.id, id))
  const { title, summary, category, keywords, hot, related, content } = assertFound(row)
  return {
    kind: 'question',
    title,
    summary,
    category: z.enum(questionCategories).parse(String(category)),
    keywords,
    hot,
    related: related.map(String),
    content,
  }
}

async function readPage(db: Db, id: number): Promise<EntryFormOf<'page'>> {
  const [row] = await db.select().from(sitePages).where(eq(sitePages.id, id))
  const { title, summary, effectiveOn, content } = assertFound(row)
  return { kind: 'page', title, summary, effectiveOn, content }
}

async function readLink(db: Db, id: number): Promise<EntryFormOf<'link'>> {
  const [row] = await db.select().from(friendLinks).where(eq(friendLinks.id, id))
  const { name, url, intro, group, sort } = assertFound(row)
  return { kind: 'link', name, url, intro, group, sort }
}

const readers: Readonly<Record<EntryKind, (db: Db, id: number) => Promise<EntryForm>>> = {
  project: readProject,
  app: readApp,
  solution: readSolution,
  news: readNews,
  policy: readPolicy,
  park: readPark,
  announcement: readAnnouncement,
  question: readQuestion,
  page: readPage,
  link: readLink,
}

/** Form data of an entry. Throws notFound. */
export const readForm = (db: Db, kind: EntryKind, id: number): Promise<EntryForm> => readers[kind](db, id)
