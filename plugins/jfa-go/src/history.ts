/** What became of invitations, from jfa-go's log of activities. Pure. */
import type { ItemIn, inviteUses } from '@sidelight/plugin-api';
import { isoOf, type Known, labelOf } from './map.js';
import type { Activity } from './upstream.js';

type Use = ItemIn<typeof inviteUses>;

interface Scene {
  readonly zone: string;
  idOf(code: string): string;
  /** Invitations that are listed, or were a moment ago, by their id. */
  readonly known: Readonly<Record<string, Known>>;
}

/** Of an invitation that was used up before anybody looked, its last account and its end lie so close together. */
const NEAR_S = 120;

/** One row for each account that came of an invitation, and one for the end of an invitation that was not used up. */
export function usesOf(activities: readonly Activity[], scene: Scene): readonly Use[] {
  return activities.flatMap<Use>((activity) => {
    const { invite_code: code, id, time, type } = activity;
    if (!code) return [];
    const inviteId = scene.idOf(code);
    const label = scene.known[inviteId]?.label ?? labelIn(activities, code, scene.zone);
    const row = { id, inviteId, label, at: isoOf(time) };
    if (type === 'creation')
      return [{ ...row, user: activity.username || undefined, userId: activity.user_id || undefined }];
    const ended = type === 'deleteInvite' ? endedAs(activity, activities, scene.known[inviteId]?.end) : 'used';
    return ended === 'used' ? [] : [{ ...row, ended }];
  });
}

/** jfa-go deletes what has expired and what is used up, and does not say which of the two it was. */
function endedAs(
  { source_type, invite_code, time }: Activity,
  activities: readonly Activity[],
  end: number | undefined,
): NonNullable<Use['ended']> {
  if (source_type === 'admin' || source_type === 'user') return 'revoked';
  if (source_type !== 'daemon') return 'unknown';
  if (end !== undefined) return time < end - NEAR_S ? 'used' : 'expired';
  const isUsedUp = activities.some(
    (one) => one.type === 'creation' && one.invite_code === invite_code && Math.abs(one.time - time) <= NEAR_S,
  );
  return isUsedUp ? 'used' : 'expired';
}

/** As it was called when it was made, else when it was deleted. */
function labelIn(activities: readonly Activity[], code: string, zone: string): string {
  const about = activities.filter(({ invite_code }) => invite_code === code);
  const told = about.find(({ type }) => type === 'createInvite') ?? about.find(({ type }) => type === 'deleteInvite');
  return told === undefined ? 'Invitation' : labelOf(told.value, code, told.time, zone);
}
