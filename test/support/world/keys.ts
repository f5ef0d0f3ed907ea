/** What the downloads are called by everyone who knows them. */
export const KEYS = {
  nightOfTheLivingDead: 'A1B2C3D4E5F60718293A4B5C6D7E8F9001122334',
  sintel: 'B2C3D4E5F60718293A4B5C6D7E8F9001122334A1',
  harbor: 'C3D4E5F60718293A4B5C6D7E8F9001122334A1B2',
  ridge: 'D4E5F60718293A4B5C6D7E8F9001122334A1B2C3',
  charade: 'E5F60718293A4B5C6D7E8F9001122334A1B2C3D4',
  tears: 'SABnzbd_nzo_7xk2p9qa',
  lanterns: 'SABnzbd_nzo_m3vd81zt',
} as const;
