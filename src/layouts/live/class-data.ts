import type { ClassDetail } from '../../contract/live/classes.ts'
import { links } from '../../domain/links.ts'
import { cardPath } from '../../domain/shell/cards.ts'
import type { Crumb } from '../shell-props.ts'
import { filled, fullAddress } from '../structured-data.ts'

/** Structured data of a class: the way to it, and the event. */
export function classData(row: ClassDetail, crumbs: readonly Crumb[], site: string): object[] {
  const url = fullAddress(links.liveClass(row.classId), site)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ label, href }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: label,
        item: href === undefined ? url : fullAddress(href, site),
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'Event',
      ...filled({ name: row.title, description: row.summary, startDate: row.startsAt, endDate: row.endsAt }),
      url,
      image: fullAddress(cardPath(links.liveClass(row.classId)), site),
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      eventStatus: `https://schema.org/${row.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
      location: { '@type': 'VirtualLocation', url },
      isAccessibleForFree: true,
      performer: filled({ '@type': 'Person', name: row.speaker, jobTitle: row.speakerTitle }),
      organizer: { '@type': 'Organization', name: row.host.name },
    },
  ]
}
