export default {
