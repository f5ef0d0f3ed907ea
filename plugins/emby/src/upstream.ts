/** The fields of answers that only Emby gives so: what Jellyfin answers as a list comes as a page. */
import { Library, User } from '@sidelight/mediabrowser';
import { Type } from '@sidelight/plugin-api';

export const UserPage = Type.Object({ Items: Type.Array(User), TotalRecordCount: Type.Integer() });
export const LibraryPage = Type.Object({ Items: Type.Array(Library) });
