/** Axios, which the build makes one file of. */
import axios from 'axios';

export type { AxiosError, AxiosRequestConfig, AxiosResponse } from 'axios';
export { axios };
