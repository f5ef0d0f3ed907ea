/** Axios, which the build makes one file of. */
import axios from 'axios';

export type { AxiosError, AxiosInstance } from 'axios';
export { axios };
