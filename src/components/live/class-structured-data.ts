import type { ClassDetail } from '../../contract/live/classes.ts'
import { links } from '../../domain/links.ts'
import { getSocialImagePath } from '../../domain/shell/social-images.ts'
import type { Crumb } from '../shell/shell-props.ts'
import { withoutEmpty, fullAddress } from '../shell/structured-data.ts'

/** Structured data of a class: breadcrumbs and event. */
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
      ...withoutEmpty({ name: row.title, description: row.summary, startDate: row.startsAt, endDate: row.endsAt }),
      url,
      image: fullAddress(getSocialImagePath(links.liveClass(row.classId)), site),
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      eventStatus: `https://schema.org/${row.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
      location: { '@type': 'VirtualLocation', url },
      isAccessibleForFree: true,
      performer: withoutEmpty({ '@type': 'Person', name: row.speaker, jobTitle: row.speakerTitle }),
      organizer: { '@type': 'Organization', name: row.host.name },
    },
  ]
}
